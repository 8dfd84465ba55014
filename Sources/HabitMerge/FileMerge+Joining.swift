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

  /// A file in which both sides of conflict markers are joined; as it is when it has none, or when they
  /// cannot be.
  public func withoutMarkers(_ bytes: [UInt8]) -> [UInt8] {
    guard FileMerge.conflictMarker(in: bytes) != nil else { return bytes }
    do {
      let joined = try joiningCopies(in: bytes).bytes
      return reads(joined) ? joined : bytes
    } catch {
      return bytes
    }
  }

  /// Where the first conflict marker of git begins; nil when there is none.
  public static func conflictMarker(in bytes: [UInt8]) -> Int? {
    let signs = "<|=>".utf8
    var start = bytes.startIndex
    while start < bytes.endIndex {
      if signs.contains(bytes[start]), bytes[start...].prefix(7).allSatisfy({ $0 == bytes[start] }),
        bytes.count - start >= 7
      {
        return start
      }
      start = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.endIndex
    }
    return nil
  }
}
