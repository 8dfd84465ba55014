internal import HabitCore
internal import HabitScore

extension ScoreChange {
  /// Whether points or streaks of days that are over are lost.
  public var isLoss: Bool { isLoss(on: before.today.advanced(by: -1)) }

  /// Whether days that are over count otherwise than before.
  public var isOfPast: Bool {
    let day = before.today.advanced(by: -1)
    let boards = Dictionary(after.habits.map { ($0.habit.id, $0) }) { first, _ in first }
    return after.xp(on: day) != before.xp(on: day)
      || after.streak(on: day) != before.streak(on: day)
      || before.habits.contains { old in
        boards[old.habit.id].map { $0.streak(on: day) != old.streak(on: day) } ?? false
      }
  }

  /// Whether only today has fewer points, or breaks fewer streaks, which can still be made up for: a
  /// limit that was passed cannot.
  public var isOnlyOfToday: Bool {
    if case .lost = after.outlook { return false }
    return !isOfPast && isLoss(on: before.today)
  }

  /// Whether there are fewer points, or shorter streaks, at the end of a day.
  private func isLoss(on day: Day) -> Bool {
    let boards = Dictionary(after.habits.map { ($0.habit.id, $0) }) { first, _ in first }
    return after.xp(on: day) < before.xp(on: day)
      || after.streak(on: day).isLess(than: before.streak(on: day))
      || before.habits.contains { old in
        boards[old.habit.id].map { $0.streak(on: day).isLess(than: old.streak(on: day)) } ?? false
      }
  }
}

extension Streak {
  /// Whether the current or the best one is shorter.
  fileprivate func isLess(than other: Streak) -> Bool {
    current < other.current || best < other.best
  }
}
