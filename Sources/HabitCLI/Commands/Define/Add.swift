internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// `habit add`: defines a habit, and makes the repository when there is none.
struct Add: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Define a habit."
  )

  @Argument(help: "What it is called.")
  var name: String

  @Option(help: ArgumentHelp("How much a day, as in \"8 glasses\".", valueName: "goal"))
  var goal: String?

  @Option(help: ArgumentHelp("When, as in weekdays or \"3 times a week\".", valueName: "schedule"))
  var schedule: String?

  @Flag(help: "It is to be done less of: stay at or under the goal.")
  var breaking = false

  @Option(help: ArgumentHelp("The amount a day that one starts from.", valueName: "amount"))
  var baseline: String?

  @Option(help: ArgumentHelp("One emoji.", valueName: "emoji"))
  var icon: String?

  @Option(help: ArgumentHelp("A word to select it by; may be repeated.", valueName: "tag"))
  var tag: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first day; today when left out.", valueName: "date")
  )
  var start: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day; for ever when left out.", valueName: "date")
  )
  var end: String?

  @Option(help: ArgumentHelp("A time to remind, 09:00; may be repeated.", valueName: "time"))
  var remind: [String] = []

  @Option(help: ArgumentHelp("A sentence about it.", valueName: "text"))
  var description: String?

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let habit = try checked(habit(context.today), context)
    let effect = effect(of: habit, context)
    let warning = session.asksBefore(effect) ? effect.text : nil
    if let warning {
      try session.say("this takes: \(warning)")
      guard try session.confirms("go on?") else { return try session.say("nothing changed") }
    }
    let location = try session.madeLocation(context)
    let count = try session.commit(context, location, nil) { (tree) throws(Diagnosis) in
      let reading = context.reader(tree).read(.definitions)
      try checkIsNew(habit, reading)
      guard let edit = HabitDocument(new: habit, of: context.user).edit else {
        preconditionFailure("a new definition is an edit")
      }
      return Store.Decision(
        edits: [edit],
        subject: "add \(habit.id): \(habit.goal.value(on: habit.start)), "
          + "\(habit.schedule.value(on: habit.start))",
        value: reading.tracker.habits.count { $0.habit.deleted == nil } + 1
      )
    }
    try tell(habit, effect, session)
    if !options.json, warning == nil, let text = effect.text {
      try session.print(text.terminalSafe)
    }
    if count > Habit.manyHabits {
      try session.say("\(count) habits; few are kept when there are more than \(Habit.manyHabits)")
    }
  }

  /// What a habit that may have begun in the past does to points and streaks.
  private func effect(of habit: Habit, _ context: CommandContext) -> Effect {
    let tracker = context.read(.everything).tracker
    return Effect(
      from: tracker,
      to: tracker.replacing(TrackedHabit(habit, tallies: [])),
      on: context.today
    )
  }

  private func tell(
    _ habit: Habit,
    _ effect: Effect,
    _ session: Session
  ) throws(Diagnosis) {
    let goal = habit.goal.value(on: habit.start)
    let schedule = habit.schedule.value(on: habit.start)
    guard !options.json else {
      return try session.print(
        .object(
          [
            ("id", .text(habit.id.text)), ("name", .text(habit.name.text)),
            ("goal", .text("\(goal)")), ("schedule", .text("\(schedule)")),
            ("start", Output(habit.start)),
          ] + effect.output
        )
      )
    }
    let name = habit.name.text.terminalSafe
    try session.print("\(name) (\(habit.id)): \(goal), \(schedule), from \(habit.start)")
  }

  private func checkIsNew(_ habit: Habit, _ reading: Reading) throws(Diagnosis) {
    try reading.checkIsFree(habit.name, for: habit.id)
    let namesake = reading.tracker.habits.map(\.habit).first { $0.id == habit.id }
    guard namesake != nil || reading.broken.contains(habit.id) else { return }
    let isDeleted = namesake?.deleted != nil
    throw Diagnosis(
      .cannotCreate,
      isDeleted
        ? "\"\(habit.id)\" was deleted and has its records still"
        : "there is already a habit \"\(habit.id)\"",
      hint: isDeleted
        ? "bring it back with: habit restore \(habit.id)"
        : "look at it with: habit show \(habit.id)"
    )
  }
}

// MARK: From the command line

extension Add {
  private func habit(_ today: Day) throws(Diagnosis) -> Habit {
    let name = try DefinitionArgument.name(self.name)
    let start = try start.map { (text) throws(Diagnosis) in
      try DateArgument.day(text, today: today)
    }
    var habit = Habit(id: HabitID(naming: name), name: name, start: start ?? today)
    habit.end = try end.map { (text) throws(Diagnosis) in
      try DateArgument.day(text, today: today)
    }
    if let goal { habit.goal = Dated(try DefinitionArgument.goal(goal)) }
    if let schedule { habit.schedule = Dated(try DefinitionArgument.schedule(schedule)) }
    habit.kind = try kind()
    habit.icon = icon
    habit.color = options.color.habitColor
    habit.tags = tag
    habit.description = description
    habit.reminders = try remind.map { (text) throws(Diagnosis) in
      try DefinitionArgument.time(text)
    }.sorted()
    return habit
  }

  private func kind() throws(Diagnosis) -> Habit.Kind {
    let amount = try baseline.map { (text) throws(Diagnosis) in try AmountArgument.amount(text) }
    guard breaking else {
      guard amount == nil else {
        throw Diagnosis(.usage, "a baseline is for a breaking habit", hint: "add --breaking")
      }
      return .formation
    }
    return .breaking(baseline: amount, unlogged: .missed)
  }

  /// The habit, once its definition reads back without a problem: one table of limits for hands and
  /// commands.
  private func checked(_ habit: Habit, _ context: CommandContext) throws(Diagnosis) -> Habit {
    guard let edit = HabitDocument(new: habit, of: context.user).edit else { return habit }
    do {
      return try HabitDocument(context.user, habit.id, bytes: edit.after).habit
    } catch {
      let problem = error.problems.first { $0.isError }
      throw Diagnosis(.usage, problem?.message ?? "the habit is not valid", hint: problem?.hint)
    }
  }
}
