internal import HabitApp
internal import HabitCore
internal import HabitScore

/// What wants to be done now.
struct RemindScreen: Screen {
  let due: Reminders
  let today: Day

  /// A line for each habit whose time has come, then the plan and what is still open.
  var lines: [String] {
    due.habits.map { "\($0.time.hoursAndMinutes)  \(line(of: $0.board))" }
      + list(due.plan, behind: "today:") + list(due.evening, behind: "still open:")
  }

  private func line(of board: HabitBoard) -> String {
    let progress = board.progress(on: today) ?? .zero
    return "\(board.habit.title) \(progress)/\(board.goal(on: today))".terminalSafe
  }

  private func list(_ boards: [HabitBoard], behind label: String) -> [String] {
    let names = boards.map(\.habit.name.text.terminalSafe).joined(separator: ", ")
    return boards.isEmpty ? [] : ["\(label) \(names)"]
  }

  static let shape = Shape<RemindScreen>.object([
    Member("habits", .list(habit), "The habits to remind of.") { $0.due.habits },
    Member("plan", .ids, "What the day asks for, when it is time to say so.") {
      $0.due.plan.map(\.habit.id.text)
    },
    Member("evening", .ids, "What is still open, when it is time to say so.") {
      $0.due.evening.map(\.habit.id.text)
    },
  ])

  private static let habit = Shape<Reminders.Due>.object([
    .named { $0.board.habit }, Member("time", .time, "When to remind.") { $0.time },
  ])
}
