public import HabitCore
internal import HabitFiles

/// The search for the version that a file was made from: the one with the fewest records that differ.
///
/// Of versions that differ in as many records it is the one with the fewest facts that differ, then
/// the newest one.
public struct BaseSearch: Sendable {
  private let edit: ManualEdit
  private let view: ObjectView?
  private var distance: Distance?
  /// The bytes of the versions that were considered.
  private var bytes = 0
  /// How many versions in a row were much farther away than the nearest one.
  private var farVersions = 0
  /// The nearest version that was considered; nil when none could be read.
  public private(set) var nearest: [UInt8]?
  /// The days on which a version states the total of the edit, with other entries: the user who changed the
  /// entries left the total as it was.
  public private(set) var oldTotals: Set<Day> = []

  public init(for edit: ManualEdit) {
    self.edit = edit
    self.view = edit.merge?.readable(edit.bytes)
  }

  /// Whether the edit has the same facts as the nearest version, and none nearer can be found.
  public var isExact: Bool { distance == .zero }

  /// The search ends after this many distant versions in a row: files grow, so older versions are ever
  /// farther away, except for a few that were reverted.
  private static let mostFarVersions = 16

  /// A thousand versions of a usual file fit, and a hostile one ends the search.
  private static let mostBytes = 64 * 1024 * 1024

  public var isOver: Bool {
    isExact || farVersions >= BaseSearch.mostFarVersions || bytes >= BaseSearch.mostBytes
  }

  /// Considers a version, newer ones before older ones; whether it is the nearest so far.
  @discardableResult
  public mutating func consider(_ version: [UInt8]) -> Bool {
    guard !isOver, let merge = edit.merge, let view else { return false }
    bytes += version.count
    guard let other = merge.readable(version) else { return false }
    for day in edit.unsettled where other.states(the: view, on: day) { oldTotals.insert(day) }
    let distance = merge.rule.distance(view, other)
    if let best = self.distance, best <= distance {
      farVersions = distance.isFar(beside: best) ? farVersions + 1 : 0
      return false
    }
    self.distance = distance
    farVersions = 0
    nearest = version
    return true
  }
}

extension ObjectView {
  /// Whether a day has the total of another version, and other entries.
  fileprivate func states(the other: ObjectView, on day: Day) -> Bool {
    let key = UTF8Key(day.description)
    let (ours, theirs) = (member(key), other.member(key))
    guard let total = total(ours), total == other.total(theirs) else { return false }
    let entries = [record(ours), other.record(theirs)].map(\.entries.pairs)
    return !entries[0].elementsEqual(entries[1]) { $0 == $1 }
  }

  private func total(_ member: Member?) -> Value? {
    guard let member else { return nil }
    guard parts.kind(of: member.value) == .object else { return Value(parts, member.value) }
    return parts.members(of: member.value).first { UTF8Key($0.key) == .progress }
      .map { Value(parts, $0.value) }
  }
}
