internal import HabitFiles

/// The search for the version that a file was made from: the one with the fewest records that differ.
///
/// Of versions that differ in as many records it is the one with the fewest facts that differ, then
/// the newest one.
public struct BaseSearch: Sendable {
  private let edit: ManualEdit
  private let view: ObjectView?
  private var distance: Distance?
  /// How many versions in a row were much farther away than the nearest one.
  private var farVersions = 0
  /// The nearest version that was considered; nil when none could be read.
  public private(set) var nearest: [UInt8]?

  /// The search for the base of an edit.
  public init(for edit: ManualEdit) {
    self.edit = edit
    self.view = edit.merge?.readable(edit.bytes)
  }

  /// Whether the edit has the same facts as the nearest version, and none nearer can be found.
  public var isExact: Bool { distance == .zero }

  /// The search ends after this many distant versions in a row: files grow, so older versions are ever
  /// farther away, except for a few that were reverted.
  private static let mostFarVersions = 16

  /// Whether older versions need not be considered.
  public var isOver: Bool { isExact || farVersions >= BaseSearch.mostFarVersions }

  /// Considers a version; newer ones come before older ones.
  public mutating func consider(_ version: [UInt8]) {
    guard !isExact, let merge = edit.merge, let view, let other = merge.readable(version) else {
      return
    }
    let own = edit.isUnsettled ? settledView(since: version) ?? view : view
    let distance = merge.rule.distance(own, other)
    if let best = self.distance, best <= distance {
      farVersions = distance.isFar(beside: best) ? farVersions + 1 : 0
      return
    }
    self.distance = distance
    farVersions = 0
    nearest = version
  }

  /// The edit, settled as if it was made from a version: whether a total or its entries were changed
  /// depends on the version.
  private func settledView(since version: [UInt8]) -> ObjectView? {
    do {
      return edit.merge?.readable(try edit.settled(since: version))
    } catch {
      return nil
    }
  }
}
