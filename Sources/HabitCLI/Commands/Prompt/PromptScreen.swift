internal import HabitCore
internal import HabitScore

/// A user's day in a few characters, for the prompt of a shell.
struct PromptScreen: Screen {
  let board: Scoreboard
  /// The habits that cannot be read.
  let broken: [HabitID]
  let user: UserID
  /// The due habits that are counted.
  let due: [HabitBoard]
  let style: Style

  private var open: [HabitBoard] { due.filter { $0.state(on: board.today) != .done } }

  /// One line, or none where there is nothing to show.
  ///
  /// No text of a file is in it: shells and tmux read a prompt for marks of their own.
  var lines: [String] {
    let streak = board.streak.current
    let parts = [
      board.vacation.map { _ in "vacation" },
      due.isEmpty ? nil : "\(due.count - open.count)/\(due.count)",
      streak > 0 && !board.isIncomplete ? "\(streak)d" : nil, broken.isEmpty ? nil : "!",
    ].compactMap(\.self)
    return parts.isEmpty ? [] : [parts.joined(separator: style.glyphs.separator)]
  }

  static let shape = Shape<PromptScreen>.object([
    .date { $0.board.today },
    .user { $0.user },
    Member("done", .count, "How many due habits are done.") { $0.due.count - $0.open.count },
    Member("due", .count, "How many habits are due.") { $0.due.count },
    Member("open", .ids, "The habits that are not done.") { $0.open.map(\.habit.id.text) },
    .known("streak", .count, "The streak of complete days.", of: \.board) { $0.streak.current },
    .broken { $0.broken },
  ])
}
