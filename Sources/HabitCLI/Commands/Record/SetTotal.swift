internal import ArgumentParser
internal import HabitApp
internal import HabitOutput

/// `habit set`: the total is this.
struct SetTotal: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Say what the total of a day is."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(help: "The total.")
  var amount: [String]

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let session = session.assuming(consent)
    let total = try session.amount(amount.joined(separator: " "), of: habit, on: day)
    try session.record(.set(total), of: [habit], on: day, write, unchanged: "as it was")
  }
}
