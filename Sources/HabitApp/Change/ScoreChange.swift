public import HabitCore
public import HabitScore

/// What a change of facts does to points and streaks.
public struct ScoreChange: Sendable {
  public let before: Scoreboard
  public let after: Scoreboard

  public init(from before: Tracker, to after: Tracker, on today: Day) {
    self.before = Scoreboard(of: before, on: today)
    self.after = Scoreboard(of: after, on: today)
  }
}
