internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// `habit edit`: other fields of a habit or the profile, or the file itself in an editor.
struct EditCommand: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a habit or the profile, by options or in an editor."
  )

  @Argument(help: "The habit, or profile.", completion: .habits)
  var habit: String

  @Argument(help: "A day, to edit the file of its year.")
  var date: String?

  @OptionGroup var fields: HabitFields
  @OptionGroup var settings: ProfileSettings
  @OptionGroup var from: FromOption

  @OptionGroup var consent: ConsentOption
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let session = session.assuming(consent)
    let context = try session.context()
    let day = try from.day(today: context.today)
    let changesHabit = !fields.isEmpty || options.color.habitColor != nil
    if habit == "profile" {
      if changesHabit { throw Diagnosis(.usage, "the profile has none of these fields") }
      guard date == nil else { throw Diagnosis(.usage, "the profile has no days") }
      guard !settings.isEmpty else {
        return try session.edit(.profile(context.user), on: nil, in: context)
      }
      if let zone = settings.timeZone { try session.check(zone: zone) }
      let change = ProfileChange.edit(try settings.changes(), from: day)
      try session.define(.profile(change), in: context, asking: true)
      return
    }
    guard settings.isEmpty else {
      throw Diagnosis(.usage, "a habit has none of these fields", hint: "habit edit profile ...")
    }
    let reading = context.read(.definitions)
    if changesHabit {
      guard date == nil else {
        throw Diagnosis(.usage, "a date is for the editor", hint: "a change is dated with --from")
      }
      let id = try session.habit(habit, in: reading).id
      var changes = try fields.changes(of: session.habit(habit, in: reading), today: context.today)
      changes.color = options.color.habitColor
      try session.define(.habit(id, .edit(changes, from: day)), in: context, asking: true)
      return
    }
    // A definition with an error is what an editor is for.
    let id: HabitID
    if let broken = reading.broken.first(where: { $0.text == habit.lowercased() }) {
      id = broken
    } else {
      id = try session.habit(habit, in: reading).id
    }
    guard let date else { return try session.edit(.habit(context.user, id), on: nil, in: context) }
    let edited = try DateArgument.pastDay(date, today: context.today)
    try session.edit(.year(context.user, id, edited.year), on: edited, in: context)
  }
}

/// The fields of a habit that `edit` changes.
struct HabitFields: ParsableArguments {
  @Option(help: ArgumentHelp("How much a day, from a date on.", valueName: "goal"))
  var goal: String?

  @Option(help: ArgumentHelp("When, from a date on.", valueName: "schedule"))
  var schedule: String?

  @Option(
    help: ArgumentHelp("formation: do at least the goal; breaking: at most.", valueName: "type")
  )
  var type: String?

  @Option(help: ArgumentHelp("The amount a day that one starts from.", valueName: "amount"))
  var baseline: String?

  @Option(
    help: ArgumentHelp("What a past day without a record is: kept or missed.", valueName: "word")
  )
  var unlogged: String?

  @Option(help: ArgumentHelp("One emoji.", valueName: "emoji"))
  var icon: String?

  @Option(help: ArgumentHelp("A sentence about it.", valueName: "text"))
  var description: String?

  @Option(help: ArgumentHelp("A word to select it by, added; may be repeated.", valueName: "tag"))
  var tag: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first day.", valueName: "date")
  )
  var start: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day.", valueName: "date")
  )
  var end: String?

  @Option(help: ArgumentHelp("A time to remind, added; may be repeated.", valueName: "time"))
  var remind: [String] = []

  @Option(
    help: ArgumentHelp(
      "A field to empty first: icon, color, description, tags, baseline, end or reminders.",
      valueName: "field"
    )
  )
  var clear: [ClearedField] = []

  /// Whether nothing is to be changed.
  var isEmpty: Bool {
    let texts = [goal, schedule, type, baseline, unlogged, icon, description, start, end]
    return texts.allSatisfy { $0 == nil } && tag.isEmpty && remind.isEmpty && clear.isEmpty
  }

  /// The fields as values.
  func changes(of habit: Habit, today: Day) throws(Diagnosis) -> HabitFieldChanges {
    var changes = HabitFieldChanges()
    changes.cleared = clear.map(\.field)
    if let start { changes.start = try DateArgument.day(start, today: today) }
    if let end { changes.end = try DateArgument.lastDay(end, today: today) }
    if let goal { changes.goal = try DefinitionArgument.goal(goal) }
    if let schedule { changes.schedule = try DefinitionArgument.schedule(schedule) }
    if let type { changes.isBreaking = try DefinitionArgument.isBreaking(type) }
    if let baseline {
      let goal = changes.goal ?? habit.goal.value(on: today)
      changes.baseline = try AmountArgument.amount(baseline, in: goal.unit)
    }
    if let unlogged { changes.unlogged = try DefinitionArgument.unlogged(unlogged) }
    changes.icon = icon
    changes.description = description
    changes.tags = tag
    changes.reminders = try remind.map { (text) throws(Diagnosis) in
      try DefinitionArgument.time(text)
    }
    return changes
  }
}

/// The settings of a profile that `edit profile` changes.
struct ProfileSettings: ParsableArguments {
  @Option(help: ArgumentHelp("Profile: what you are called.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp("Profile: the zone that rules your days, Europe/Berlin.", valueName: "zone")
  )
  var timeZone: String?

  @Option(
    help: ArgumentHelp("Profile: when a day begins, 04:00.", valueName: "time")
  )
  var dayStart: String?

  @Option(help: ArgumentHelp("Profile: the first day of the week.", valueName: "weekday"))
  var weekStart: String?

  @Option(
    help: ArgumentHelp("Profile: full or partial, from a date on.", valueName: "mode")
  )
  var streakMode: String?

  @Option(help: ArgumentHelp("Profile: when to remind of the day's plan.", valueName: "time"))
  var planReminder: String?

  @Option(help: ArgumentHelp("Profile: when to remind of what is open.", valueName: "time"))
  var eveningReminder: String?

  /// Whether nothing is to be changed.
  var isEmpty: Bool {
    let texts = [name, timeZone, dayStart, weekStart, streakMode, planReminder, eveningReminder]
    return texts.allSatisfy { $0 == nil }
  }

  /// The settings as values.
  func changes() throws(Diagnosis) -> ProfileFieldChanges {
    var changes = ProfileFieldChanges()
    if let name { changes.name = try DefinitionArgument.name(name) }
    changes.timeZone = timeZone
    if let dayStart { changes.dayStart = try DefinitionArgument.time(dayStart) }
    if let weekStart { changes.weekStart = try DefinitionArgument.weekday(weekStart) }
    if let streakMode { changes.streakMode = try DefinitionArgument.streakMode(streakMode) }
    if let planReminder { changes.planReminder = try DefinitionArgument.time(planReminder) }
    if let eveningReminder {
      changes.eveningReminder = try DefinitionArgument.time(eveningReminder)
    }
    return changes
  }
}

/// A field that need not have a value, as an option names it.
struct ClearedField: ExpressibleByArgument {
  let field: HabitFieldChanges.ClearableField

  init?(argument: String) {
    guard let field = HabitFieldChanges.ClearableField(rawValue: argument) else { return nil }
    self.field = field
  }

  static var allValueStrings: [String] {
    HabitFieldChanges.ClearableField.allCases.map(\.rawValue)
  }
}

extension Session {
  /// Refuses a zone that this system does not know, and names the one that may be meant.
  fileprivate func check(zone: String) throws(Diagnosis) {
    guard !world.isZone(zone) else { return }
    let meant = world.zoneMeant(by: zone)
    throw Diagnosis(
      .usage,
      "this system knows no time zone \"\(zone)\"",
      hint: meant.map { "did you mean: habit edit profile --time-zone \($0)" }
        ?? "zones are named as in Europe/Berlin; the package tzdata has them"
    )
  }
}
