internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// `habit log`: so much more.
struct Log: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Record that you did more of a habit."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(help: "How much more; 1 when left out.")
  var amount: String?

  @OptionGroup var day: DayOption
  @OptionGroup var time: TimeOption

  @Option(help: ArgumentHelp("Add a note.", valueName: "text"))
  var note: String?

  @Option(help: ArgumentHelp("Say how hard it was, 1 (very easy) to 5.", valueName: "number"))
  var difficulty: String?

  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let amount = try AmountArgument.amount(amount ?? "1")
    let difficulty = try difficulty.map { (text) throws(Diagnosis) in
      try RemarkArgument.difficulty(text)
    }
    let note = try note.map { (text) throws(Diagnosis) in try RemarkArgument.note(text) }
    let action = RecordAction.log(amount, at: try time.time(), note: note, difficulty: difficulty)
    try session.record(action, of: [habit], on: day, write, unchanged: "")
  }
}

/// When something was done, for commands that record.
struct TimeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The time it was done, 07:30; now when left out.", valueName: "time"))
  var at: String?

  /// The time that was named; nil for now.
  func time() throws(Diagnosis) -> TimeOfDay? {
    guard let at else { return nil }
    guard let time = TimeOfDay(at) else {
      throw Diagnosis(.usage, "\"\(at)\" is no time", hint: "a time is 07:30 or 07:30:15")
    }
    return time
  }
}

/// An amount of the command line.
enum AmountArgument {
  /// The amount, at least zero.
  static func amount(_ text: String) throws(Diagnosis) -> Amount {
    let amount: Amount
    do {
      amount = try Amount(text)
    } catch {
      throw Diagnosis(
        .usage,
        "the amount \"\(text)\" \(error.reason)",
        hint: "an amount is a number as 2 or 0.5"
      )
    }
    guard amount >= .zero else {
      throw Diagnosis(
        .usage,
        "the amount \(amount) is below 0",
        hint: "take something back with: habit undo"
      )
    }
    return amount
  }
}
