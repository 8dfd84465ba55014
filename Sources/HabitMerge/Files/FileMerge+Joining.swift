extension FileMerge {
  /// Joins what a text merge left twice.
  ///
  /// These are days or fields that occur twice, and both sides of conflict
  /// markers when both can be read. Any other file stays as it is.
  public func joiningCopies(in bytes: [UInt8]) throws(MergeRefusal) -> MergedFile {
    if let conflict = ConflictText(bytes) {
      do throws(MergeRefusal) {
        let bases = conflict.base.map { [$0] } ?? []
        let merged = try merging(conflict.ours, conflict.theirs, since: bases)
        // When one side is empty, the merge gives the other, readable or not.
        if reads(merged.bytes) { return merged }
      } catch {
        // The markers stay, for the user to resolve.
      }
    }
    let view = try view(of: bytes, .ours)
    guard view.hasDuplicates else { return MergedFile(bytes: bytes) }
    return rule.merging(Versions(ours: view, theirs: view, bases: []))
  }

  /// Joins both sides of conflict markers; the file stays as it is when it has none, or when a side
  /// cannot be read.
  public func withoutMarkers(_ bytes: [UInt8]) -> [UInt8] {
    guard FileMerge.conflictMarker(in: bytes) != nil else { return bytes }
    do {
      let joined = try joiningCopies(in: bytes).bytes
      return reads(joined) ? joined : bytes
    } catch {
      return bytes
    }
  }

  public static func conflictMarker(in bytes: [UInt8]) -> Int? {
    for line in bytes.lines where ConflictText.Marker(line) != nil { return line.startIndex }
    return nil
  }
}
