internal import ArgumentParser
internal import HabitApp

/// `habit done`: to the goal.
struct DoneCommand: DecidingCommand {
  static let name = "done"
  static let abstract = "Record that habits reached their goal."

  @Argument(help: "The habits.", completion: .habits)
  var habits: [String]

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
    var names = habits
    let time = try time.time()
    let named = try session.pastDay(day, orBehind: &names, in: context)
    let isNamed = day.on != nil || names.count < habits.count
    let day = isNamed ? named : try session.day(of: time, in: context)
    try session.record(
      .done(at: time, note: note, difficulty: difficulty),
      of: names,
      on: day,
      in: context,
      write,
      unchanged: "already done"
    )
  }
}
