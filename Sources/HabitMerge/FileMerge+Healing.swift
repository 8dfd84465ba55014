extension FileMerge {
  /// A file with what a merge that was made without these rules lost of a year's entries and notes.
  ///
  /// Put back is what the rules would have kept and the other merge has not, unless the file has it,
  /// or has it taken back. No other field is touched.
  ///
  /// - Parameters:
  ///   - head: The file to be healed.
  ///   - merge: What the other merge left.
  ///   - ours: One version that it merged.
  ///   - theirs: The other version.
  ///   - bases: Their common ancestors.
  /// - Returns: The file, with the days that were healed as those that met.
  /// - Throws: when one of the versions cannot be read.
  public func healing(
    _ head: [UInt8],
    after merge: [UInt8],
    of ours: [UInt8],
    _ theirs: [UInt8],
    since bases: [[UInt8]]
  ) throws(MergeRefusal) -> MergedFile {
    guard case .records = rule, !head.isBlank, !merge.isBlank else {
      return MergedFile(bytes: head)
    }
    let right = try merging(ours, theirs, since: bases)
    guard right.bytes != merge else { return MergedFile(bytes: head) }
    return RecordRule.healing(
      Versions(
        ours: try page(head, .ours),
        theirs: try page(right.bytes, .theirs),
        bases: [try page(merge, .theirs)]
      )
    )
  }
}
