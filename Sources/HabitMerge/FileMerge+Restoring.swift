extension FileMerge {
  /// A file with what a merge that was made without these rules lost of a year's entries and notes.
  ///
  /// Restored is what the rules would have kept and the other merge has not, unless the file has it,
  /// or has it taken back. No other field is touched.
  ///
  /// - Parameters:
  ///   - head: The file to restore entries to.
  ///   - merge: What the other merge left.
  ///   - right: What the rules would have left.
  /// - Returns: The file, with the days that were restored as those that met.
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
        ours: try page(head, .ours),
        theirs: try page(right, .theirs),
        bases: [try page(merge, .theirs)]
      )
    )
  }
}
