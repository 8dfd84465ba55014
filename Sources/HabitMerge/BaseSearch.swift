internal import HabitFiles

/// The search for the version that a file was made from: the one with the fewest records that differ.
///
/// Of versions that differ in as many records it is the one with the fewest facts that differ, then
/// the newest one.
public struct BaseSearch: Sendable {
  private let edit: ManualEdit
  private let page: Page?
  private var distance: Distance?
  /// How many versions in a row were much farther away than the nearest one.
  private var farVersions = 0
  /// The nearest version that was considered; nil when there was none that can be read.
  public private(set) var nearest: [UInt8]?

  /// The search for the base of an edit.
  public init(for edit: ManualEdit) {
    self.edit = edit
    self.page = edit.merge?.readable(edit.bytes)
  }

  /// Whether the edit has the same facts as the nearest version, and none nearer can be found.
  public var isExact: Bool { distance == .zero }

  /// After so many versions in a row that are far away no older one is considered: files grow, so the
  /// way back leads farther away, but for a few versions that somebody reverted.
  private static let mostFarVersions = 16

  /// Whether older versions need not be considered.
  public var isOver: Bool { isExact || farVersions >= BaseSearch.mostFarVersions }

  /// Considers a version; newer ones come before older ones.
  public mutating func consider(_ version: [UInt8]) {
    guard !isExact, let merge = edit.merge, let page, let other = merge.readable(version) else {
      return
    }
    let own = edit.isUnsettled ? settledPage(since: version) ?? page : page
    let distance = merge.rule.distance(own, other)
    if let best = self.distance, best <= distance {
      farVersions = distance.isFar(beside: best) ? farVersions + 1 : 0
      return
    }
    self.distance = distance
    farVersions = 0
    nearest = version
  }

  /// Which of a total and its entries was changed depends on the version.
  private func settledPage(since version: [UInt8]) -> Page? {
    do {
      return edit.merge?.readable(try edit.settled(since: version))
    } catch {
      return nil
    }
  }
}
