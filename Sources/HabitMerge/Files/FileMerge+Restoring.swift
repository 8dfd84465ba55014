extension FileMerge {
  /// Restores entries and notes of a year file that a merge made without these rules has lost.
  ///
  /// Restores what these rules would have kept and the other merge lacks, unless the file has it or
  /// has it undone. Changes no other field.
  ///
  /// - Parameters:
  ///   - head: The file to restore entries to.
  ///   - merge: The result of the other merge.
  ///   - right: The result of these rules.
  /// - Returns: The file, with the restored days as those in conflict.
  /// - Throws: when one of the versions cannot be read.
  public func restoring(
    _ head: [UInt8],
    lostIn merge: [UInt8],
    of right: [UInt8]
  ) throws(MergeRefusal) -> MergedFile {
    guard case .records = rule, !head.isBlank, !merge.isBlank, right != merge else {
      return MergedFile(bytes: head)
    }
    return RecordRule.restoring(
      Versions(
        ours: try view(of: head, .ours),
        theirs: try view(of: right, .theirs),
        bases: [try view(of: merge, .theirs)]
      )
    )
  }
}
