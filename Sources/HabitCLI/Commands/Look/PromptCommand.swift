internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit prompt`: the day in a few characters, for a shell's prompt.
struct PromptCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "prompt",
    abstract: "Print the day in a few characters, for the prompt of a shell or tmux."
  )

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    // A prompt is no place for messages: where there is nothing to show, nothing is printed.
    guard let context = context(session), context.location != nil else { return }
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let due = board.habits.filter { board in
      board.habit.deleted == nil && tags.includes(board.habit) && board.isDue(on: context.today)
        && board.state(on: context.today) != .skipped
    }
    let open = due.filter { $0.state(on: context.today) != .done }
    let streak = board.streak.current
    guard !options.json else {
      return try session.print(
        .object([
          ("date", Output(context.today)), ("user", .text(context.user.text)),
          ("done", .number(due.count - open.count)), ("due", .number(due.count)),
          ("open", .list(open.map { .text($0.habit.id.text) })), ("streak", .number(streak)),
          ("broken", .list(reading.broken.map { .text($0.text) })),
        ])
      )
    }
    // No text of a file is among them: shells and tmux read a prompt for marks of their own.
    let parts = [
      due.isEmpty ? nil : "\(due.count - open.count)/\(due.count)",
      streak > 0 ? "\(streak)d" : nil, reading.broken.isEmpty ? nil : "!",
    ].compactMap(\.self)
    guard !parts.isEmpty else { return }
    try session.print(parts.joined(separator: session.style.isUnicode ? " · " : " | "))
  }

  private func context(_ session: Session) -> CommandContext? {
    do {
      return try session.app.context()
    } catch {
      return nil
    }
  }
}
