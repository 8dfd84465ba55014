internal import ArgumentParser
internal import HabitCore
internal import Posix

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
    try session.record(
      [habit],
      on: day.on,
      write,
      verb: "log",
      amount: "+\(amount)",
      unchanged: ""
    ) { (_, day, context, record) throws(Diagnosis) in
      let moment = try time.moment(on: day, context)
      var record = record.adding(
        .plus(amount),
        at: moment,
        by: context.device,
        on: day,
        stamp: context.stamp
      )
      if let note { record = record.noting(note) }
      if let difficulty { record = record.rated(difficulty, stamp: context.stamp) }
      return record
    }
  }
}

/// When something was done, for commands that record.
struct TimeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The time it was done, 07:30; now when left out.", valueName: "time"))
  var at: String?

  /// The moment that is recorded for a day.
  func moment(on day: Day, _ context: CommandContext) throws(Diagnosis) -> Moment {
    guard let at else { return context.clock.local }
    guard let time = TimeOfDay(at) else {
      throw Diagnosis(.usage, "\"\(at)\" is no time", hint: "a time is 07:30 or 07:30:15")
    }
    // Before the day starts it is the night that follows the day.
    let date = time < context.profile.dayStart ? day.advanced(by: 1) : day
    let moment = Moment(date: date, time: time)
    guard moment <= context.clock.local else {
      throw Diagnosis(
        .usage,
        "\(date) \(at) is in the future",
        hint: "what will be is not recorded"
      )
    }
    return moment
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

extension CommandContext {
  /// The stamp of a change made now.
  var stamp: Stamp { Stamp(utc: clock.utc, device: device) }
}
