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

extension ScoreChange {
  /// Whether points or streaks of days that are over are lost.
  public var isLoss: Bool { isLoss(on: yesterday) }

  /// Whether days that are over count otherwise than before.
  public var isOfPast: Bool {
    after.xp(on: yesterday) != before.xp(on: yesterday)
      || streaks(on: yesterday).contains { $0.before != $0.after }
  }

  /// Whether only today has fewer points, or breaks fewer streaks, which can still be made up for: a
  /// limit that was passed cannot.
  public var isOnlyOfToday: Bool {
    if case .lost = after.outlook { return false }
    return !isOfPast && isLoss(on: before.today)
  }

  private var yesterday: Day { before.today.advanced(by: -1) }

  /// Whether there are fewer points, or shorter streaks, at the end of a day.
  private func isLoss(on day: Day) -> Bool {
    after.xp(on: day) < before.xp(on: day)
      || streaks(on: day).contains { $0.after.isLess(than: $0.before) }
  }

  /// The streaks of the user and of each habit at the end of a day.
  private func streaks(on day: Day) -> [(before: Streak, after: Streak)] {
    let boards = after.habits.byID
    return [(before.streak(on: day), after.streak(on: day))]
      + before.habits.compactMap { old in
        boards[old.habit.id].map { (old.streak(on: day), $0.streak(on: day)) }
      }
  }
}

extension Streak {
  /// Whether the current or the best one is shorter.
  fileprivate func isLess(than other: Streak) -> Bool {
    current < other.current || best < other.best
  }
}
