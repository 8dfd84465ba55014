internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import HabitStore

/// Which part of a command is meant, and whether anything is written.
struct UndoOptions: ParsableArguments {
  @Argument(help: "The habit; whatever was changed last when left out.", completion: .allHabits)
  var habit: String?

  @OptionGroup var day: DayOption

  @Flag(help: "Say what would change, and change nothing.")
  var dryRun = false

  /// The part of a command that is meant.
  func scope(_ context: CommandContext) throws(Diagnosis) -> UndoScope {
    let lookup = HabitLookup(context.read(.definitions), amongDeleted: true)
    let habit = try habit.map { (text) throws(Diagnosis) in try lookup.habit(text).id }
    let day = try day.on.map { (text) throws(Diagnosis) in
      try DateArgument.day(text, today: context.today)
    }
    return UndoScope(habit: habit, day: day)
  }
}
