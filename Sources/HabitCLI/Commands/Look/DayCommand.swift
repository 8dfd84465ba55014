internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import Posix

/// `habit day`: a day on the whole screen, for ticking, correcting and looking without typing names.
struct DayCommand: Subcommand {
  static let name = "day"
  static let abstract = "Show a day on the whole screen, and record by keys."

  @Argument(help: "The day; the default is today.", completion: .dates)
  var date: [String] = []

  @OptionGroup var day: DayOption
  @OptionGroup var tags: TagOption
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let terminal = session.world.terminal
    guard !options.json, terminal.isInteractive, terminal.showsOutput,
      session.world.variable("TERM") != "dumb"
    else {
      throw Diagnosis(.usage, "habit day needs a terminal with a screen", hint: "habit today")
    }
    let context = try session.context()
    var words = date
    let day = try session.pastDay(day, orBehind: &words, keeping: 0, in: context)
    if let word = words.first {
      throw Diagnosis(.usage, "\"\(word)\" is not a day", hint: "habit day yesterday")
    }
    try tags.check(context.read(.definitions), in: session)
    try FullScreen.enter()
    defer { FullScreen.leave() }
    var loop = DayLoop(session, write, tags, day)
    while try loop.step() {}
  }
}
