internal import ArgumentParser
internal import HabitApp
internal import HabitFiles
internal import HabitOutput

/// `habit rate`: how hard a day was.
struct Rate: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Say how hard a habit was on a day."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(
    help: "How hard: 1 to 5, or very-easy, easy, medium, hard, very-hard.",
    completion: .difficulties
  )
  var difficulty: String?

  @Flag(help: "Take the rating back.")
  var clear = false

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

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
    try session.record(.rate(rating), of: [habit], on: day, write, unchanged: "as it was")
  }
}
