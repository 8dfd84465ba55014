public import HabitCore
public import HabitScore

/// What a change of facts does to points and streaks.
public struct ScoreChange: Sendable {
  /// The scores without the change.
  public let before: Scoreboard
  /// The scores with it.
  public let after: Scoreboard

  /// The scores of facts before and after a change, as of a day.
  public init(from before: Tracker, to after: Tracker, on today: Day) {
    self.before = Scoreboard(of: before, on: today)
    self.after = Scoreboard(of: after, on: today)
  }
}
