internal import ArgumentParser
internal import HabitCore
internal import HabitFiles

/// `habit undo`: takes back this device's last fact of the day.
struct Undo: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what this device recorded last on a day."
  )

  @Argument(help: "The habit; the one recorded last when left out.", completion: .habits)
  var habit: String?

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let name: String
    if let habit { name = habit } else { name = try lastRecorded(session) }
    try session.undo(name, on: day.on, write)
  }
  /// The habit this device recorded last on the day.
  private func lastRecorded(_ session: Session) throws(Diagnosis) -> String {
    let context = try session.context()
    let day = try DateArgument.pastDay(day.on, today: context.today)
    let habits = context.read(.definitions).tracker.habits.map(\.habit)
    var last: (moment: Moment, habit: Habit)?
    for habit in habits where habit.deleted == nil {
      let own = context.record(of: habit, on: day).at.filter { $0.id.device == context.device }
      for entry in own {
        let moment = entry.id.moment(inRecordOf: day)
        if last.map({ $0.moment < moment }) ?? true { last = (moment, habit) }
      }
    }
    guard let last else {
      throw Diagnosis(
        .noInput,
        "\(context.device) recorded nothing on \(day)",
        hint: "another day is named with --on"
      )
    }
    return last.habit.id.text
  }
}

extension Session {
  /// Takes back what this device recorded last of a habit on a day, and says what still stands.
  func undo(_ name: String, on date: String?, _ write: WriteOptions) throws(Diagnosis) {
    var told: [String] = []
    try record(
      [name],
      on: date,
      write,
      verb: "undo",
      unchanged: ""
    ) { (habit, day, context, record) throws(Diagnosis) in
      guard let undone = record.undoingLast(of: context.device, on: day) else {
        throw nothing(habit, day, context, record)
      }
      told = ["taken back: \(undone.entry)"]
      if !undone.record.at.isEmpty {
        let rest = undone.record.at.map(\.description).joined(separator: ", ")
        told.append("still there: \(rest)")
      }
      return undone.record
    }
    for line in told { try say(line) }
  }

  private func nothing(_ habit: Habit, _ day: Day, _ context: CommandContext, _ record: Record)
    -> Diagnosis
  {
    let others = record.at.map(\.description)
    let hint: String
    if !others.isEmpty {
      hint = "recorded elsewhere: " + others.joined(separator: ", ")
    } else if let progress = record.progress {
      hint = "the total \(progress) was typed; say another with: habit set \(habit.id) AMOUNT"
    } else if let skip = record.skip {
      hint = "it is skipped, \(skip.rawValue); take that back with: habit skip \(habit.id) --clear"
    } else {
      hint = "another day is named with --on"
    }
    return Diagnosis(
      .noInput,
      "\(context.device) recorded nothing for \(habit.name) on \(day)",
      hint: hint
    )
  }
}
