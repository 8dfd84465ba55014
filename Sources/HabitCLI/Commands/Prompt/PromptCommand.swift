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
