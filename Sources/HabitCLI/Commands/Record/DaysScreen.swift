internal import HabitApp
internal import HabitCore

/// What was recorded of several days of habits.
struct DaysScreen: Screen {
  let outcome: DaysRequest.Outcome
  /// What the days are now, in words.
  let word: String
  let reason: Skip?

  /// A line for each habit, then points and streaks.
  var lines: [String] {
    outcome.changed.map { habit, days in
      let name = habit.name.text.terminalSafe
      return days.isEmpty
        ? "\(name): nothing to change" : "\(name): \(counted(days.count, "day")) \(word)"
    } + [outcome.scores.decided?.terminalSafe].compactMap(\.self)
  }

  static let shape = Shape.list(habit).of { (screen: DaysScreen) in
    screen.outcome.changed.map { ($0.habit, $0.days, screen.reason) }
  }

  private static let habit = Shape<(habit: Habit, days: [Day], reason: Skip?)>.object([
    .habit { $0.habit }, .skip { $0.reason },
    Member("days", .list(.date), "The days that changed.") { $0.days },
  ])
}
