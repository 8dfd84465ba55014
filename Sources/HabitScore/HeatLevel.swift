/// How much of what was due on a day was done, for a heat map.
///
/// Source: habit-calendar(1), DESCRIPTION.
public enum HeatLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Nothing.
  case none
  /// Something, and less than a third.
  case little
  /// A third, and less than two.
  case some
  /// Two thirds, and not all.
  case most
  /// All.
  case full

  /// Less first.
  public static func < (left: HeatLevel, right: HeatLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
