internal import HabitCore
internal import HabitScore

/// A user's day in a few characters, for the prompt of a shell.
struct PromptScreen: Screen {
  private let board: Scoreboard
  private let broken: [HabitID]
  private let user: UserID
  private let style: Style
  private let due: [HabitBoard]

  /// The day that is today on a board, of some of its habits.
  ///
  /// - Parameters:
  ///   - board: The user's habits.
  ///   - broken: The habits that cannot be read.
  ///   - user: Whose day it is.
  ///   - style: How the screen looks.
  ///   - isMeant: Whether a habit is counted.
  init(
    _ board: Scoreboard,
    broken: [HabitID],
    of user: UserID,
    in style: Style,
    where isMeant: (Habit) -> Bool
  ) {
    self.board = board
    self.broken = broken
    self.user = user
    self.style = style
    due = board.habitsDue.filter { isMeant($0.habit) }
  }

  private var open: [HabitBoard] { due.filter { $0.state(on: board.today) != .done } }

  /// One line, or none where there is nothing to show.
  ///
  /// No text of a file is in it: shells and tmux read a prompt for marks of their own.
  var lines: [String] {
    let streak = board.streak.current
    let parts = [
      board.vacation.map { _ in "vacation" },
      due.isEmpty ? nil : "\(due.count - open.count)/\(due.count)",
      streak > 0 ? "\(streak)d" : nil, broken.isEmpty ? nil : "!",
    ].compactMap(\.self)
    return parts.isEmpty ? [] : [parts.joined(separator: style.glyphs.separator)]
  }

  static let shape = Shape<PromptScreen>.object([
    .date { $0.board.today },
    .user { $0.user },
    Member("done", .count, "How many due habits are done.") { $0.due.count - $0.open.count },
    Member("due", .count, "How many habits are due.") { $0.due.count },
    Member("open", .ids, "The habits that are not done.") { $0.open.map(\.habit.id.text) },
    Member("streak", .count, "The streak of complete days.") { $0.board.streak.current },
    .broken { $0.broken },
  ])
}
