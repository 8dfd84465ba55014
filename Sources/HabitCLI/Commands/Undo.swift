internal import ArgumentParser
internal import HabitApp
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
    let context = try session.context()
    let day = try day.pastDay(today: context.today)
    let name: String
    if let habit { name = habit } else { name = try lastRecorded(on: day, context) }
    try session.undo(name, on: day, in: context, write)
  }

  /// The habit this device recorded last on a day.
  private func lastRecorded(
    on day: Day,
    _ context: CommandContext
  ) throws(Diagnosis) -> String {
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
  /// Takes back what this device recorded last of a habit on a day, and says what is still recorded.
  func undo(
    _ name: String,
    on day: Day,
    in context: CommandContext,
    _ write: WriteOptions
  ) throws(Diagnosis) {
    let outcome = try record(.undoLast, of: [name], on: day, in: context, write, unchanged: "")
    for change in outcome.changes {
      for entry in change.takenBack { try say("taken back: \(entry)") }
      guard !change.after.at.isEmpty else { continue }
      try say("still there: " + change.after.at.map(\.description).joined(separator: ", "))
    }
  }
}
