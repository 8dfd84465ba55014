/// Points and the level they make.
///
/// Source: habit-xp(7), LEVELS.
public struct XP: Hashable, Comparable, Sendable {
  public let points: Int

  init(completeDays: Int) {
    self.points = completeDays * Rules.completeDay
  }

  public static func < (left: XP, right: XP) -> Bool { left.points < right.points }

  public var level: Level { Level(of: points) }
}

/// A level, from 1; there is no last one.
public struct Level: Hashable, Comparable, Sendable {
  public let number: Int

  init(of points: Int) {
    self.number = Level.number(at: points)
  }

  /// The number of the level at some points: ⌊√(points / base)⌋ + 1.
  ///
  /// Source: habit-xp(7), LEVELS.
  public static func number(at points: Int) -> Int {
    wholeRoot(of: max(0, points) / Rules.levelBase) + 1
  }

  /// The points at which the level of a number begins, in XP.
  ///
  /// Source: habit-xp(7), LEVELS.
  public static func start(of number: Int) -> Int {
    Rules.levelBase * (number - 1) * (number - 1)
  }

  /// The points at which the level begins, in XP.
  public var start: Int { Level.start(of: number) }

  /// The points at which the next level begins, in XP.
  public var next: Int { Level.start(of: number + 1) }

  /// Whether the points are close to the next level.
  ///
  /// Source: habit-xp(7), LEVELS.
  public func isClose(at points: Int) -> Bool {
    (points - start) * 100 >= (next - start) * Rules.closePercent
  }

  public static func < (left: Level, right: Level) -> Bool { left.number < right.number }

  /// The square root, rounded down, by Newton's method.
  private static func wholeRoot(of number: Int) -> Int {
    guard number > 1 else { return number }
    var root = number / 2 + 1
    while true {
      let better = (root + number / root) / 2
      guard better < root else { return root }
      root = better
    }
  }
}
