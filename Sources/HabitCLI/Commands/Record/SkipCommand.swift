internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// `habit skip`: the day is passed over, for a reason.
struct SkipCommand: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "skip",
    abstract: "Pass a day of a habit over, for a reason."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(
    help: "The reason; other when left out.",
    completion: .list(Skip.allCases.map(\.rawValue))
  )
  var reason: String?

  @Flag(help: "Do not skip after all.")
  var clear = false

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let reason = try reason.map { (text) throws(Diagnosis) in try RemarkArgument.skip(text) }
    guard !clear || reason == nil else {
      throw Diagnosis(.usage, "a reason and --clear exclude each other")
    }
    try session.record(
      .skip(clear ? nil : reason ?? .other),
      of: [habit],
      on: day,
      write,
      unchanged: clear ? "was not skipped" : "already skipped"
    )
  }
}
