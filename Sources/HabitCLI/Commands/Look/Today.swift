internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit today`: what is due, and progress.
struct Today: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show what is due today, and progress."
  )

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  @Flag(help: "Show the day of every user.")
  var all = false

  func run(in session: Session) throws(Diagnosis) {
    let contexts = all ? try session.allContexts() : [try session.context()]
    let readings = contexts.map { ($0, $0.read(.everything)) }
    if options.json {
      let outputs = readings.map { json($0.0, $0.1, in: session.style) }
      try session.print(all ? .list(outputs) : outputs[0])
    } else {
      for (index, (context, reading)) in readings.enumerated() {
        if index > 0 { try session.print("") }
        try show(context, reading, session)
      }
      if let unsent = contexts.first?.unsentCommits { try session.print(unsent.inWords) }
    }
    for context in contexts { try session.warnOfConflictCopies(context) }
    let errors = readings.flatMap { $0.1.problems }.filter(\.isError)
    guard errors.isEmpty else { throw Diagnosis(errors) }
  }

  private func show(
    _ context: CommandContext,
    _ reading: Reading,
    _ session: Session
  ) throws(Diagnosis) {
    let board = Scoreboard(of: reading.tracker, on: context.today)
    try session.print(screen(of: board, context, reading, in: session.style).lines)
  }

  private func screen(
    of board: Scoreboard,
    _ context: CommandContext,
    _ reading: Reading,
    in style: Style
  ) -> TodayScreen {
    TodayScreen(
      board,
      broken: reading.broken,
      of: context.profile.name?.text ?? context.user.text,
      in: style
    ) {
      tags.includes($0)
    }
  }

  private func json(
    _ context: CommandContext,
    _ reading: Reading,
    in style: Style
  ) -> Output {
    let today = context.today
    let board = Scoreboard(of: reading.tracker, on: today)
    let shown = screen(of: board, context, reading, in: style).habits
    return .object([
      ("date", Output(today)),
      ("user", .text(context.user.text)),
      ("habits", .list(shown.map { $0.output(on: today) })),
      ("broken", .list(reading.broken.map { .text($0.text) })),
      ("awarded", .flag(board.points(on: today) > 0)),
      ("streak", .number(board.streak.current)),
      ("best", .number(board.streak.best)),
      ("xp", .number(board.xp.points)),
      ("level", .number(board.level.number)),
    ])
  }
}

extension HabitBoard {
  /// The members that every command gives of a habit's day.
  func output(on day: Day) -> Output {
    let state: [(String, Output)] = [
      ("id", .text(habit.id.text)),
      ("name", .text(habit.name.text)),
      ("state", .text(state(on: day).rawValue)),
      ("progress", Output(progress(on: day))),
    ]
    let rest: [(String, Output)] = [
      ("due", .flag(isDue(on: day))),
      ("canWait", waitingDays.map(Output.number) ?? .null),
      ("streak", .number(streak.current)),
      ("best", .number(streak.best)),
    ]
    return .object(state + goal(on: day).output + rest)
  }
}
