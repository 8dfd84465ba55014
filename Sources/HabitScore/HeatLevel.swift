/// The share of what was due on a day that was done, for a heat map.
///
/// Source: habit-calendar(1), DESCRIPTION.
public enum HeatLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
  case none
  /// Something, and less than a third.
  case little
  /// A third, and less than two.
  case some
  /// Two thirds, and not all.
  case most
  case full

  public static func < (left: HeatLevel, right: HeatLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
