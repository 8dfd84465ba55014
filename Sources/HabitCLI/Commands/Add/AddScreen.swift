internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// A habit that was defined.
struct AddScreen: Screen {
  let done: AddRequest.Outcome
  let isWarned: Bool

  private var habit: Habit { done.habit }
  private var scores: ScoreChange { done.scores }
  private var goal: Goal { habit.goal.value(on: habit.start) }
  private var schedule: Schedule { habit.schedule.value(on: habit.start) }

  /// The habit, then points and streaks.
  var lines: [String] {
    let name = habit.name.text.terminalSafe
    let effect = isWarned ? nil : scores.decided?.terminalSafe
    let rule =
      (habit.isBreaking ? "at most " : "") + (goal.isSum ? "\(goal)" : "\(goal), \(schedule)")
    return ["\(name) (\(habit.id)): \(rule), from \(habit.start)"]
      + [
        otherName, silence, board?.share(on: habit.start), goal.isSum ? nil : schedule.shortMonths,
        board?.firstDue, effect,
      ].compactMap(\.self)
  }

  /// Which habit has the id that the name would have.
  private var otherName: String? {
    done.other.map { "the id \($0.id) is that of \($0.name.text.terminalSafe)" }
  }

  /// What a day of a limit is of which nothing was said.
  private var silence: String? {
    guard case .breaking(_, let unlogged) = habit.kind, !goal.isSum else { return nil }
    return switch unlogged {
    case .kept: "a past day without a record counts as done"
    case .missed:
      "a past day without a record is missed; to count it as done: habit edit \(habit.typed) --unlogged kept"
    }
  }

  private var board: HabitBoard? { scores.after.habits[habit.id] }

  static let shape = Shape<AddScreen>.object([
    .named { $0.habit }, .goal { $0.goal }, .schedule { $0.schedule },
    Member("start", .date, "The first day.") { $0.habit.start }, .effect { $0.scores },
  ])
}
