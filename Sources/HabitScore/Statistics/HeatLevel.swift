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

  public var inWords: String {
    switch self {
    case .none: "0%"
    case .little: "under a third"
    case .some: "under two thirds"
    case .most: "under 100%"
    case .full: "100%"
    }
  }

  public static func < (left: HeatLevel, right: HeatLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
