internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit today`: what is due, and progress.
struct TodayCommand: Subcommand {
  static let name = "today"
  static let abstract = "Show what is due today, and progress."
  static let json = JSONOutput(
    "The day; with --all a list of them.",
    TodayScreen.shape,
    Shape.list(TodayScreen.shape)
  )

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  @Flag(help: "Show the day of every user of the repository.")
  var all = false

  func run(in session: Session) throws {
    let contexts = all ? try session.allContexts() : [try session.context()]
    let readings = contexts.map { ($0, $0.read(.everything)) }
    let screens = readings.map { context, reading in
      TodayScreen(of: context, reading, in: session.style) { tags.includes($0.habit) }
    }
    if options.json {
      let outputs = screens.map(\.output)
      try session.print(all ? .list(outputs) : outputs[0])
    } else {
      for (index, screen) in screens.enumerated() {
        if index > 0 { try session.print("") }
        try session.print(screen.lines)
      }
      if !all, screens[0].isEmpty {
        let users = attempt { try session.allContexts() }?.map(\.user) ?? []
        if let other = users.first(where: { $0 != contexts[0].user }) {
          try session.say("to see the habits of \(other): habit user switch \(other)")
        }
      }
      if let unsent = contexts.first?.unsentCommits { try session.print(unsent.inWords) }
    }
    if !all, let reading = readings.first?.1 { try tags.check(reading, in: session) }
    for context in contexts { try session.warnOfConflictCopies(context) }
    try session.conclude(readings.flatMap { $0.1.problems })
  }
}
