internal import ArgumentParser
internal import HabitCore
internal import HabitFiles

/// `habit archive`: a habit rests until it is restored.
struct Archive: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Let a habit rest until it is restored."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @OptionGroup var from: RestFromOption
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let habit = try HabitLookup(context.read(.definitions)).habit(habit)
    let day = try from.day(context, of: [habit])
    try session.redefine(habit.id, context, verb: "archive") { habit in habit.archived(from: day) }
  }
}

/// `habit restore`: a habit that rests or was deleted is back.
struct Restore: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring back a habit that was archived or deleted."
  )

  @Argument(help: "The habit.", completion: .allHabits)
  var habit: String

  @OptionGroup var from: FromOption
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let habit = try HabitLookup(context.read(.definitions), amongDeleted: true).habit(habit)
    let day = try from.day(today: context.today)
    try session.redefine(habit.id, context, verb: "restore") { habit in habit.restored(on: day) }
  }
}

/// `habit delete`: a habit is hidden; its facts stay.
struct Delete: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Hide a habit everywhere; its records stay."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @OptionGroup var from: RestFromOption
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let habit = try HabitLookup(context.read(.definitions)).habit(habit)
    let day = try from.day(context, of: [habit])
    try session.redefine(habit.id, context, verb: "delete") { habit in habit.deleted(from: day) }
    try session.say("its records stay; bring it back with: habit restore \(habit.id)")
  }
}

/// `habit rename`: another name; the old one still finds the habit.
struct Rename: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a habit another name; the old one stays an alias."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(help: "Its new name.")
  var name: String

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let reading = context.read(.definitions)
    let habit = try HabitLookup(reading).habit(habit)
    let name = try DefinitionArgument.name(name)
    try reading.checkIsFree(name, for: habit.id)
    try session.redefine(habit.id, context, verb: "rename") { habit in habit.renamed(name) }
  }
}

/// From when on a decision holds.
struct FromOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first day it holds; today when left out.", valueName: "date")
  )
  var from: String?

  /// The day, today without one.
  func day(today: Day) throws(Diagnosis) -> Day {
    guard let from else { return today }
    return try DateArgument.day(from, today: today)
  }
}

/// From when on nothing is due: what was done today stays done.
struct RestFromOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first day; today when left out, tomorrow when today has a record.",
      valueName: "date"
    )
  )
  var from: String?

  /// The day; without one today, or tomorrow when one of these habits has a record of today.
  func day(_ context: CommandContext, of habits: [Habit]) throws(Diagnosis) -> Day {
    if let from { return try DateArgument.day(from, today: context.today) }
    let isRecorded = habits.contains { habit in
      let record = context.record(of: habit, on: context.today)
      return record.progress != nil || record.skip != nil
    }
    return isRecorded ? context.today.advanced(by: 1) : context.today
  }
}

extension Session {
  /// Changes the definition of a habit.
  func redefine(
    _ habit: HabitID,
    _ context: CommandContext,
    verb: String,
    asks: Bool = false,
    isSure: Bool = false,
    _ change: (Habit) throws(Diagnosis) -> Habit
  ) throws(Diagnosis) {
    try redefine(context, action: "\(verb) \(habit)", asks: asks, isSure: isSure) {
      (tree) throws(Diagnosis) in
      try Redefinition(of: habit, in: tree, context, change)
    }
  }
}
