internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit prompt`: the day in a few characters, for a shell's prompt.
struct PromptCommand: Subcommand {
  static let name = "prompt"
  static let abstract = "Print the day in a few characters, for a shell or tmux."

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    // A prompt is not a place for messages: where there is nothing to show, nothing is printed.
    guard let context = context(session), context.location != nil else { return }
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let screen = PromptScreen(
      board,
      broken: reading.broken,
      of: context.user,
      in: session.style
    ) {
      tags.includes($0)
    }
    try session.show(screen)
  }

  private func context(_ session: Session) -> CommandContext? {
    attempt { try session.app.context() }
  }
}
