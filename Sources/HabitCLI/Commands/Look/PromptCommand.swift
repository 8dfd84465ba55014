internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit prompt`: the day in a few characters, for a shell's prompt.
struct PromptCommand: Subcommand {
  static let name = "prompt"
  static let abstract = "Print today's progress in a few characters, for a shell prompt."
  static let json = JSONOutput(
    "The day in numbers; nothing where there is no repository.",
    PromptScreen.shape
  )

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    // A prompt is not a place for messages: where there is nothing to show, nothing is printed.
    guard let context = attempt({ try session.app.context() }), context.location != nil else {
      return
    }
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let due = board.habitsDue.filter { tags.includes($0.habit) }
    try session.show(
      PromptScreen(
        board: board,
        broken: reading.broken,
        user: context.user,
        due: due,
        style: session.style
      )
    )
  }
}

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
