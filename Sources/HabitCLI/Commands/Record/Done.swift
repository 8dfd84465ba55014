internal import ArgumentParser
internal import HabitCore

/// `habit done`: to the goal.
struct Done: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Record that habits reached their goal."
  )

  @Argument(help: "The habits.", completion: .habits)
  var habits: [String]

  @OptionGroup var day: DayOption
  @OptionGroup var time: TimeOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    try session.record(
      habits,
      on: day.on,
      write,
      verb: "done",
      unchanged: "already done"
    ) { (habit, day, context, record) throws(Diagnosis) in
      let moment = try time.moment(on: day, context)
      return Done.done(habit, record, at: moment, on: day, context)
    }
  }

  /// The record brought to the goal in force; a breaking habit's, to nothing.
  static func done(
    _ habit: Habit,
    _ record: Record,
    at moment: Moment,
    on day: Day,
    _ context: CommandContext
  ) -> Record {
    switch habit.kind {
    case .formation:
      let goal = habit.goal.value(on: day).amount
      guard record.progress.map({ $0 < goal }) ?? true else { return record }
      return record.adding(.to(goal), at: moment, by: context.device, on: day, stamp: context.stamp)
    case .breaking:
      guard record.progress == nil else { return record }
      return record.adding(
        .to(.zero),
        at: moment,
        by: context.device,
        on: day,
        stamp: context.stamp
      )
    }
  }
}
