internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// The fields of a habit that `add` and `edit` set.
struct HabitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The amount for each day, week, month, quarter or year: 8 glasses, 20 km a week."
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

  /// The fields as they were typed.
  var typed: TypedHabit {
    var typed = TypedHabit()
    typed.goal = goal
    typed.schedule = schedule
    typed.baseline = baseline
    typed.unlogged = unlogged
    typed.icon = icon
    typed.description = description
    typed.tags = tag
    typed.reminders = remind
    return typed
  }
}
