internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit archive`: a habit rests until it is restored.
struct ArchiveCommand: DecidingCommand {
  static let name = "archive"
  static let abstract = "Pause a habit until it is restored."
  static let json = JSONOutput("What changed, and the effect.", DefinitionScreen.shape)

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @OptionGroup var from: RestFromOption
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    let habit = try session.habit(habit, in: context.read(.definitions), on: context.today)
    let day = try from.day(context, of: [habit])
    try session.define(.habit(habit.id, .archive(from: day)), in: context)
  }
}

/// `habit restore`: a habit that rests or was deleted is back.
struct RestoreCommand: DecidingCommand {
  static let name = "restore"
  static let abstract = "Bring back a habit that was archived or deleted."
  static let json = JSONOutput("What changed, and the effect.", DefinitionScreen.shape)

  @Argument(help: "The habit.", completion: .deletedOrResting)
  var habit: String?

  @OptionGroup var from: FromOption
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    let reading = context.read(.definitions)
    let restorable = reading.tracker.habits.map(\.habit).filter(\.canBeRestored)
    guard let habit else {
      let names = restorable.map(\.typed)
      throw Diagnosis(
        .usage,
        "say which habit to restore",
        hint: names.isEmpty
          ? "none is archived or deleted" : "habit restore \(names.joined(separator: " or "))"
      )
    }
    let day = try from.day(today: context.today)
    // Another habit that has the word needs no restoring.
    let meant =
      if case .one(let found) = HabitSearch(restorable).match(habit) { found } else {
        try session.habit(habit, in: reading, on: context.today, amongDeleted: true)
      }
    try session.define(.habit(meant.id, .restore(on: day)), in: context)
  }
}

/// `habit delete`: a habit is hidden; its facts stay.
struct DeleteCommand: DecidingCommand {
  static let name = "delete"
  static let abstract = "Hide a habit, and keep its records."
  static let json = JSONOutput("What changed, and the effect.", DefinitionScreen.shape)

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @OptionGroup var from: RestFromOption
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    let habit = try session.habit(habit, in: context.read(.definitions), on: context.today)
    let day = try from.day(context, of: [habit])
    guard try session.define(.habit(habit.id, .delete(from: day)), in: context) else { return }
    try session.say("its records stay; bring it back with: habit restore \(habit.id)")
  }
}

/// From when on a decision holds.
struct FromOption: ParsableArguments {
  @Option(date: "The day from which the change holds; the default is today.")
  var from: String?

  func day(today: Day) throws -> Day {
    guard let from else { return today }
    return try DateArgument.day(from, today: today)
  }
}

/// From when on nothing is due: what was done today stays done.
struct RestFromOption: ParsableArguments {
  @Option(date: "The first day; the default is today, or tomorrow if today has a record.")
  var from: String?

  /// The day; without one today, or tomorrow when one of these habits has a record of today.
  func day(_ context: CommandContext, of habits: [Habit]) throws -> Day {
    guard let from else { return context.firstDayOff(of: habits) }
    return try DateArgument.day(from, today: context.today)
  }
}
