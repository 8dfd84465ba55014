internal import ArgumentParser
internal import HabitCore

/// `habit set`: the total is this.
struct SetTotal: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Say what the total of a day is."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(help: "The total.")
  var amount: String

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let total = try AmountArgument.amount(amount)
    try session.record(
      [habit],
      on: day.on,
      write,
      verb: "set",
      amount: "to \(total)",
      unchanged: "as it was"
    ) { (_, _, context, record) in
      record.progress == total ? record : record.setting(total: total, stamp: context.stamp)
    }
  }
}
