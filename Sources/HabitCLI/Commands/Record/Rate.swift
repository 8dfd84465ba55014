internal import ArgumentParser
internal import HabitCore
internal import HabitFiles

/// `habit rate`: how hard a day was.
struct Rate: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Say how hard a habit was on a day."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(help: "How hard: 1 to 5, or very-easy, easy, medium, hard, very-hard.")
  var difficulty: String?

  @Flag(help: "Take the rating back.")
  var clear = false

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let rating = try difficulty.map { (text) throws(Diagnosis) in
      try RemarkArgument.difficulty(text)
    }
    guard clear != (rating != nil) else {
      throw Diagnosis(
        .usage,
        "say how hard it was, or --clear",
        hint: "habit rate \(habit.shellQuoted) hard"
      )
    }
    try session.record(
      [habit],
      on: day.on,
      write,
      verb: "rate",
      amount: rating.map { "\($0.rawValue)" } ?? "cleared",
      unchanged: "as it was"
    ) { (_, _, context, record) in record.rated(rating, stamp: context.stamp) }
  }
}
