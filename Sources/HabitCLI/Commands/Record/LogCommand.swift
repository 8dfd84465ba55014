internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// `habit log`: so much more.
struct LogCommand: DecidingCommand {
  static let name = "log"
  static let abstract = "Record that you did more of a habit."
  static let json = JSONOutput("What was recorded, and what it comes to.", RecordScreen.shape)

  @Argument(help: "The habit.", completion: .currentHabits)
  var habit: String

  @Argument(help: "The amount to add; the default is 1.", completion: .dates)
  var amount: [String] = []

  @OptionGroup var day: DayOption
  @OptionGroup var time: TimeOption

  @OptionGroup var remarks: RemarkOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let (note, difficulty) = try remarks.read()
    let context = try session.context()
    var words = amount
    let time = try time.time()
    let named = try day.pastDay(orBehind: &words, today: context.today, isDate: \.isNoDayCount)
    let isNamed = day.on != nil || words.count < amount.count
    let day = isNamed ? named : try session.day(of: time, in: context)
    let amount = try session.amount(words.isEmpty ? ["1"] : words, of: habit, on: day, in: context)
    let action = RecordAction.log(amount, at: time, note: note, difficulty: difficulty)
    let meant = try session.habits([habit], in: context)
    try session.record(action, of: meant, on: day, in: context, write, unchanged: "")
  }
}

/// When something was done, for commands that record.
struct TimeOption: ParsableArguments {
  @Option(help: .of("time", "The time at which you did it, such as 07:30; the default is now."))
  var at: String?

  /// The time that was named; nil for now.
  func time() throws -> TimeOfDay? {
    guard let at else { return nil }
    guard let time = TimeOfDay(typed: at) else {
      throw Diagnosis(
        .usage,
        "\"\(at)\" is not a time",
        hint: "a time is 07:30, 7:30, 9pm or 07:30:15"
      )
    }
    return time
  }
}
