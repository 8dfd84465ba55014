internal import HabitCore
internal import HabitScore

extension ScoreChange {
  /// Whether points or streaks are lost.
  public var isLoss: Bool {
    let boards = Dictionary(after.habits.map { ($0.habit.id, $0) }) { first, _ in first }
    return after.xp < before.xp || after.streak.isLess(than: before.streak)
      || before.habits.contains { old in
        boards[old.habit.id].map { $0.streak.isLess(than: old.streak) } ?? false
      }
  }
}

extension Streak {
  /// Whether the current or the best one is shorter.
  fileprivate func isLess(than other: Streak) -> Bool {
    current < other.current || best < other.best
  }
}
