internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// `habit done`: to the goal.
struct DoneCommand: DecidingCommand {
  static let name = "done"
  static let abstract = "Record that habits reached their goal."
  static let json = JSONOutput(
    "What was recorded; for a range, a list, one a habit.",
    RecordScreen.shape,
    DaysScreen.shape
  )

  @Argument(help: "The habits.", completion: .habitsThenDates)
  var habits: [String] = []

  @OptionGroup var day: DayOption
  @OptionGroup var range: RangeOptions
  @OptionGroup var periods: PeriodOptions
  @OptionGroup var tags: TagOption
  @OptionGroup var time: TimeOption
  @OptionGroup var remarks: RemarkOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let (note, difficulty) = try remarks.read()
    let context = try session.context()
    var names = habits
    let time = try time.time()
    var days = try session.pastDays(day, range, periods, orBehind: &names, in: context)
    if case .one = days, day.on == nil, names.count == habits.count {
      days = .one(try session.day(of: time, in: context))
    }
    guard !names.isEmpty || !tags.tag.isEmpty else {
      throw Diagnosis(.usage, "habit done needs a habit", hint: "habit done --help")
    }
    let action = RecordAction.done(at: time, note: note, difficulty: difficulty)
    let meant = try session.habits(names, or: tags, on: days.one, in: context)
    guard !meant.isEmpty else { return }
    switch days {
    case .one(let day):
      try session.record(action, of: meant, on: day, in: context, write, unchanged: "already done")
    case .several(let days):
      try session.record(action, of: meant, over: days, in: context, write, saying: "done")
    }
  }
}
