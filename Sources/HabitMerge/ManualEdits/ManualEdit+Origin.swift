internal import HabitFiles

extension ManualEdit {
  /// Whether the file is another device's, and was not made from a version: it lacks entries of that, and
  /// has others of a device that wrote none of those.
  ///
  /// A synchroniser puts such a file in the place of ours when both devices have recorded something. Who
  /// corrects an entry in an editor removes and adds one of the same device.
  public func isFromAnotherDevice(than version: [UInt8]) -> Bool {
    guard case .year = layout, let view = merge?.readable(bytes),
      let other = merge?.readable(version)
    else { return false }
    let (ours, theirs) = (view.entries, other.entries)
    let lacking = theirs.known.subtracting(ours.known)
    guard !lacking.isEmpty else { return false }
    let added = ours.standing.subtracting(theirs.known)
    return !Set(added.map(\.device)).isSubset(of: lacking.map(\.device))
  }
}

/// An entry of a year.
private struct YearEntry: Hashable {
  let day: UTF8Key
  let key: EntryKey

  var device: Substring { key.text.split(separator: " ").last ?? "" }
}

extension ObjectView {
  /// The entries of all days, and those with the ones that were taken back.
  fileprivate var entries: (standing: Set<YearEntry>, known: Set<YearEntry>) {
    var (standing, known): (Set<YearEntry>, Set<YearEntry>) = ([], [])
    for member in members {
      let facts = record(member)
      standing.formUnion(facts.entries.keys.map { YearEntry(day: member.key, key: $0) })
      known.formUnion(facts.undone.map { YearEntry(day: member.key, key: $0) })
    }
    return (standing, known.union(standing))
  }
}
