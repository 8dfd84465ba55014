/// How much of what was due on a day was done, for a heat map.
///
/// Source: habit-calendar(1), DESCRIPTION.
public enum HeatLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Nothing.
  case none
  /// Something: the days with the least.
  case little
  /// Something: the days between.
  case some
  /// Something: the days with the most.
  case most
  /// All.
  case full

  /// Less first.
  public static func < (left: HeatLevel, right: HeatLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
