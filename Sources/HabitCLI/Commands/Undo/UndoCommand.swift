internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit undo`: takes back this device's newest command that still holds.
struct UndoCommand: DecidingCommand {
  static let name = "undo"
  static let abstract = "Take back the newest command of this device."
  static let json = JSONOutput("What was taken back, and the effect.", UndoScreen.shape(of: .undo))

  @OptionGroup var part: UndoOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    try session.takeBack(.undo, part, write)
  }
}

/// `habit redo`: does again what was undone last.
struct RedoCommand: DecidingCommand {
  static let name = "redo"
  static let abstract = "Repeat the command that was undone last."
  static let json = JSONOutput("What was done again, and the effect.", UndoScreen.shape(of: .redo))

  @OptionGroup var part: UndoOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    try session.takeBack(.redo, part, write)
  }
}

/// Which part of a command is meant, and whether anything is written.
struct UndoOptions: ParsableArguments {
  @Argument(help: "Change only this habit.", completion: .allHabits)
  var habit: String?

  @Option(date: "Change only records of this day.")
  var on: String?

  @Flag(help: "Print what would change, and change nothing.")
  var dryRun = false
}

extension Session {
  fileprivate func takeBack(
    _ direction: UndoRequest.Direction,
    _ part: UndoOptions,
    _ write: WriteOptions
  ) throws {
    let context = try context()
    let day = try part.on.map { text in try DateArgument.day(text, today: context.today) }
    let lookup = HabitLookup(context.read(.definitions), on: context.today, amongDeleted: true)
    let habit = try part.habit.map { name in try lookup.habit(name) }
    try takeBack(direction, of: habit, on: day, in: context, part.dryRun ? nil : write)
  }

  /// Takes back the newest command that is meant, or does it again, and says which and what changed;
  /// nothing is written without options to write.
  func takeBack(
    _ direction: UndoRequest.Direction,
    of habit: Habit?,
    on day: Day?,
    commit: String? = nil,
    in context: CommandContext,
    _ write: WriteOptions?
  ) throws {
    let request = UndoRequest(
      direction,
      of: habit,
      on: day,
      commit: commit,
      in: context,
      reportsTotals: options.json
    )
    let done =
      if let write { try self.commit(request, in: context, write) } else {
        try request.plan(in: context).value(context)
      }
    try show(UndoScreen(done: done, direction: direction, isTried: write == nil, style: style))
  }
}
