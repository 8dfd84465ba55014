extension FileMerge {
  /// A file in which a text merge left things twice, each once again.
  ///
  /// These are days or fields that stand twice, and the two sides between conflict markers, when both
  /// can be read. A file without any stays as it is.
  ///
  /// - Throws: when the file, or a side in it, cannot be read.
  public func joiningCopies(in bytes: [UInt8]) throws(MergeRefusal) -> MergedFile {
    if let conflict = ConflictText(bytes) {
      do throws(MergeRefusal) {
        let bases = conflict.base.map { [$0] } ?? []
        let merged = try merging(conflict.ours, conflict.theirs, since: bases)
        // A side beside nothing stands as it is, read or not.
        if reads(merged.bytes) { return merged }
      } catch {
        // The file as it stands is what a person has to look at.
      }
    }
    let page = try page(bytes, .ours)
    guard page.hasCopies else { return MergedFile(bytes: bytes) }
    return rule.merging(Versions(ours: page, theirs: page, bases: []))
  }
}
