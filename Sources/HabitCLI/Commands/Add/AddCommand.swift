internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// `habit add`: defines a habit, and makes the repository when there is none.
struct AddCommand: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Define a habit.",
    discussion: "--color gives it a colour: \(Color.forms)."
  )
  static let takesColor = true

  @Argument(help: "The name.")
  var name: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The amount a day, as in \"8 glasses\".", valueName: "goal")
  )
  var goal: String?

  @Option(
    help: ArgumentHelp(
      "The days on which the habit is due, as in \"3 times a week\".",
      valueName: "schedule"
    ),
    completion: .schedules
  )
  var schedule: String?

  @Flag(help: "Less is better: a day counts when the total is at or under the goal.")
  var breaking = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For a breaking habit, the amount a day before the habit began.",
      valueName: "amount"
    )
  )
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "For a breaking habit, the state of a past day without a record: missed or kept.",
      valueName: "word"
    ),
    completion: .list(Habit.Unlogged.allCases.map(\.rawValue))
  )
  var unlogged: String?

  @Option(help: ArgumentHelp("One emoji.", valueName: "emoji"))
  var icon: String?

  @Option(
    help: ArgumentHelp("A word that selects the habit; may be repeated.", valueName: "tag"),
    completion: .tags
  )
  var tag: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first day on which the habit is due; the default is today.",
      valueName: "date"
    ),
    completion: .dates
  )
  var from: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day on which the habit is due.", valueName: "date"),
    completion: .dates
  )
  var to: String?

  /// What `--from` and `--to` were called in 0.1.0.
  @Option(parsing: .unconditional, help: .hidden)
  var start: String?

  @Option(parsing: .unconditional, help: .hidden)
  var end: String?

  @Option(
    help: ArgumentHelp("A time for a reminder, such as 09:00; may be repeated.", valueName: "time")
  )
  var remind: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A sentence that describes the habit.", valueName: "text")
  )
  var description: String?

  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    let defined = try habit(context.today)
    let request = try AddRequest(defined, in: context)
    let warning = try session.loss(of: request, in: context)
    guard try session.agrees(to: warning) else { return }
    let done = try session.commit(request, in: session.ensuringRepository(context))
    try session.show(
      AddScreen(habit: request.habit, scores: done.scores, isWarned: warning != nil)
    )
    if done.count > Habit.manyHabits {
      try session.say(
        "\(done.count) habits; few are kept when there are more than \(Habit.manyHabits)"
      )
    }
  }
}

// MARK: From the command line

extension AddCommand {
  private func habit(_ today: Day) throws -> Habit {
    let name = try DefinitionArgument.name(self.name)
    let first = try DateArgument.text(from, orFormerly: start, of: "--from and --start")
    let last = try DateArgument.text(to, orFormerly: end, of: "--to and --end")
    let start = try first.map { text in
      try DateArgument.day(text, today: today)
    }
    var habit = Habit(id: HabitID(naming: name), name: name, start: start ?? today)
    habit.end = try last.map { text in
      try DateArgument.lastDay(text, today: today)
    }
    if let goal {
      let goal = try DefinitionArgument.goal(goal)
      guard goal.amount > .zero || breaking else { throw Diagnosis(zeroGoal: "--breaking") }
      habit.goal = Dated(goal)
    } else if breaking {
      habit.goal = Dated(Goal(amount: .zero, unit: "times"))
    }
    if let schedule {
      let goal = habit.goal.value(on: habit.start)
      let schedule = try DefinitionArgument.schedule(schedule)
      guard !goal.isSum || schedule == .daily else {
        throw DefineError.summed(goal)
      }
      habit.schedule = Dated(schedule)
    }
    habit.kind = try kind(counting: habit.goal.value(on: habit.start).unit)
    habit.icon = icon
    habit.color = options.color.habitColor
    habit.tags = try tag.map { text in try DefinitionArgument.tag(text) }
    habit.description = description
    habit.reminders = try remind.map { text in
      try DefinitionArgument.time(text)
    }.sorted()
    return habit
  }

  private func kind(counting unit: String) throws -> Habit.Kind {
    let amount = try baseline.map { text in
      try AmountArgument.amount(text, in: unit)
    }
    let meaning = try unlogged.map { text in
      try DefinitionArgument.unlogged(text)
    }
    guard breaking else {
      guard amount == nil, meaning == nil else {
        let option = amount == nil ? "--unlogged" : "--baseline"
        throw Diagnosis(.usage, "\(option) is only for a breaking habit", hint: "add --breaking")
      }
      return .formation
    }
    // Who quits something expects silence to be success.
    return .breaking(baseline: amount, unlogged: meaning ?? (goal == nil ? .kept : .missed))
  }
}
