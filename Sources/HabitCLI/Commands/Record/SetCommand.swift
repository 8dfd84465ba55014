internal import ArgumentParser
internal import HabitApp

/// `habit set`: the total is this.
struct SetCommand: DecidingCommand {
  static let name = "set"
  static let abstract = "Correct the total of a day."
  static let json = JSONOutput("What was recorded, and what it comes to.", RecordScreen.shape)

  @Argument(help: "The habit.", completion: .currentHabits)
  var habit: String

  @Argument(help: "The total.")
  var amount: [String]

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    var words = amount
    let day = try day.pastDay(
      orBehind: &words,
      keeping: 1,
      today: context.today,
      isDate: \.isNoDayCount
    )
    let total = try session.amount(words, of: habit, on: day, in: context)
    try session.record(
      .set(total),
      of: session.habits([habit], in: context),
      on: day,
      in: context,
      write,
      unchanged: "as it was"
    )
  }
}
