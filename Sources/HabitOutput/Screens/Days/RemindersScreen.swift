public import HabitApp
public import HabitCore
internal import HabitScore

/// What wants to be done now.
public struct RemindersScreen: Screen {
  private let due: Reminders
  private let today: Day

  /// What to remind of on a day.
  public init(_ due: Reminders, on today: Day) {
    self.due = due
    self.today = today
  }

  /// A line for each habit whose time has come, then the plan and what is still open.
  public var lines: [String] {
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

  /// The habits, each with its time, and the ids of the others.
  public var output: Output {
    func ids(_ boards: [HabitBoard]) -> Output { .list(boards.map { .text($0.habit.id.text) }) }
    let habits = due.habits.map { habit in
      Output.object([
        ("id", .text(habit.board.habit.id.text)), ("name", .text(habit.board.habit.name.text)),
        ("time", .text(habit.time.hoursAndMinutes)),
      ])
    }
    return .object([
      ("habits", .list(habits)), ("plan", ids(due.plan)), ("evening", ids(due.evening)),
    ])
  }
}
