internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// The fields of a habit that `add` and `edit` set.
struct HabitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The amount for each day, week or month, such as 8 glasses or 20 km a week."
  )
  var goal: String?

  @Option(
    help: "When the habit is due, such as weekdays or 3 times a week.",
    completion: .schedules
  )
  var schedule: String?

  @Option(
    parsing: .unconditional,
    help: .of("amount", "For a breaking habit, the daily amount before you began to reduce it.")
  )
  var baseline: String?

  @Option(
    help: .of(
      "word",
      "For a breaking habit, the state of a past day without a record: missed or kept."
    ),
    completion: .cases(of: Habit.Unlogged.self)
  )
  var unlogged: String?

  @Option(help: .of("emoji", "One emoji."))
  var icon: String?

  @Option(help: "A word that selects the habit; may be repeated.", completion: .tags)
  var tag: [String] = []

  @Option(help: .of("time", "A time for a reminder, such as 09:00; may be repeated."))
  var remind: [String] = []

  @Option(parsing: .unconditional, help: .of("text", "A sentence that describes the habit."))
  var description: String?

  var given: [String] {
    let values: KeyValuePairs<String, String?> = [
      "--goal": goal, "--schedule": schedule, "--baseline": baseline, "--unlogged": unlogged,
      "--icon": icon, "--description": description, "--tag": tag.first, "--remind": remind.first,
    ]
    return values.filter { $0.value != nil }.map(\.key)
  }

  /// The fields as values, for a habit whose type is given already; `breaking` is the option that
  /// allows a goal of 0.
  func changes(of habit: Habit, today: Day, breaking: String) throws -> HabitFieldChanges {
    var changes = HabitFieldChanges()
    let current = habit.goal.value(on: today)
    if let goal {
      let goal = try DefinitionArgument.goal(goal, replacing: current)
      guard goal.amount > .zero || habit.isBreaking else { throw Diagnosis(zeroGoal: breaking) }
      changes.goal = goal
    }
    changes.schedule = try schedule.map { text in try DefinitionArgument.schedule(text) }
    let unit = (changes.goal ?? current).unit
    changes.baseline = try baseline.map { text in try TypingError.amount(text, in: unit) }
    changes.unlogged = try unlogged.map { text in try DefinitionArgument.unlogged(text) }
    changes.icon = icon
    changes.description = description
    changes.tags = try tag.map { text in try DefinitionArgument.tag(text) }
    changes.reminders = try remind.map { text in try DefinitionArgument.time(text) }
    return changes
  }
}
