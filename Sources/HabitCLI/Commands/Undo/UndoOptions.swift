internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// Which part of a command is meant, and whether anything is written.
struct UndoOptions: ParsableArguments {
  @Argument(help: "The habit; the default is any.", completion: .allHabits)
  var habit: String?

  @OptionGroup var day: DayOption

  @Flag(help: "Print what would change, and change nothing.")
  var dryRun = false
}

extension Session {
  /// Takes back the newest command that the options mean, or does it again.
  func takeBack(
    _ direction: UndoRequest.Direction,
    _ part: UndoOptions,
    _ write: WriteOptions
  ) throws {
    let context = try context()
    let day = try part.day.on.map { text in
      try DateArgument.day(text, today: context.today)
    }
    try takeBack(direction, of: part.habit, on: day, in: context, part.dryRun ? nil : write)
  }
}
