internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore

/// `habit edit`: other fields of a habit or the profile, or the file itself in an editor.
struct EditCommand: DecidingCommand {
  static let name = "edit"
  static let abstract = "Change a habit or the profile."
  static let json = JSONOutput(
    "What changed, or the file that was edited, and the effect.",
    DefinitionScreen.shape,
    EditScreen.shape
  )
  static let discussion = "--color gives a habit a colour: \(Color.forms)."
  static let takesColor = true

  @Argument(help: "The habit, or profile.", completion: .habits(or: ["profile"]))
  var habit: String

  @Argument(help: "A day, to edit the file of its year.", completion: .dates)
  var date: String?

  @Option(date: "Edit the records of the year of this day in an editor.")
  var on: String?

  @Option(help: "The name of the habit or, in the profile, your name.")
  var name: String?

  @Option(
    help: .of(
      "field",
      "A field to empty: icon, color, description, tags, aka, baseline, end, reminders or order."
    ),
    completion: .list(ClearedField.allValueStrings)
  )
  var clear: [ClearedField] = []

  @Option(
    help: "formation: do at least the goal; breaking: stay at or under it.",
    completion: .cases(of: Habit.Kind.Name.self)
  )
  var type: String?

  @Option(date: "The first day of the habit.")
  var start: String?

  @Option(date: "The last day of the habit.")
  var end: String?

  @OptionGroup var fields: HabitOptions
  @OptionGroup var settings: ProfileSettings
  @OptionGroup var from: FromOption

  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    if date != nil { try Diagnosis.exclude("a date", ["--on": on != nil]) }
    let date = date ?? on
    let day = try from.day(today: context.today)
    let cleared = clear.map(\.key).filter { $0 != ClearedField.order }
    let own: KeyValuePairs = [
      "--type": type, "--start": start, "--end": end,
      "--color": options.color.habitColor?.description,
    ]
    let given =
      fields.given + own.filter { $0.value != nil }.map(\.key)
      + cleared.prefix(1).map { "--clear \($0)" }
    let isChange = !given.isEmpty || name != nil || !clear.isEmpty || !settings.given.isEmpty
    guard from.from == nil || isChange else {
      throw Diagnosis(
        .usage,
        "--from dates a change, and none is named",
        hint: "name it, as in --goal 3; the first day of a habit is --start"
      )
    }
    if habit == "profile" {
      if let option = given.first {
        throw Diagnosis(
          .usage,
          "the profile has no \(option)",
          hint: "it has --name, \(settings.names.joined(separator: ", "))"
        )
      }
      guard date == nil else { throw Diagnosis(.usage, "the profile has no days") }
      guard !settings.given.isEmpty || name != nil || !clear.isEmpty else {
        return try session.edit(.profile(context.user), on: nil, in: context)
      }
      if let zone = settings.timeZone { try session.check(zone: zone) }
      var changes = try settings.changes()
      changes.name = try name.map { name in try DefinitionArgument.name(name) }
      if !clear.isEmpty { changes.order = [] }
      if !settings.order.isEmpty {
        changes.order = try session.ids(of: settings.order, in: context)
      }
      let change = ProfileChange.edit(changes, from: day)
      try session.define(.profile(change), in: context, asking: true)
      return
    }
    if let (name, value) = settings.given.first {
      throw Diagnosis(
        .usage,
        "a habit has no \(name)",
        hint: "habit edit profile \(name) \(value.shellQuoted)"
      )
    }
    guard cleared.count == clear.count else {
      throw Diagnosis(.usage, "a habit has no order", hint: "habit edit profile --clear order")
    }
    let reading = context.read(.definitions)
    if !given.isEmpty || name != nil {
      guard date == nil else {
        throw Diagnosis(.usage, "a date is for the editor", hint: "a change is dated with --from")
      }
      // A deleted habit gives its name away.
      let habit = try session.habit(
        habit,
        in: reading,
        on: context.today,
        amongDeleted: given.isEmpty
      )
      var typed = fields.typed
      typed.name = name
      typed.type = type
      typed.start = try start.map { text in try DateArgument.day(text, today: context.today) }
      typed.end = try end.map { text in try DateArgument.dayToCome(text, today: context.today) }
      typed.cleared = cleared
      typed.color = options.color.habitColor
      let goal = (typed.goal ?? "").shellQuoted
      let command = "habit edit \(habit.typed) --type breaking --goal \(goal)"
      var changes = try typed.changes(of: habit, today: context.today, breaking: command)
      // What was done today stays done.
      if from.from == nil { changes.scheduleFrom = context.firstDayOff(of: [habit]) }
      try session.define(.habit(habit.id, .edit(changes, from: day)), in: context, asking: true)
      return
    }
    // A definition with an error is what an editor is for.
    let id: HabitID
    if let broken = reading.broken.first(where: { $0.text == habit.lowercased() }) {
      id = broken
    } else {
      id = try session.habit(habit, in: reading, on: context.today).id
    }
    guard let date else { return try session.edit(.habit(context.user, id), on: nil, in: context) }
    let edited = try DateArgument.pastDay(date, today: context.today)
    try session.edit(.year(context.user, id, edited.year), on: edited, in: context)
  }
}

/// The settings of a profile that `edit profile` changes.
struct ProfileSettings: ParsableArguments {
  @Option(help: .of("zone", "Profile: your time zone, such as Europe/Berlin."))
  var timeZone: String?

  @Option(help: .of("time", "Profile: the time at which a day begins, such as 04:00."))
  var dayStart: String?

  @Option(help: .of("weekday", "Profile: the first day of the week."), completion: .weekdays)
  var weekStart: String?

  @Option(
    help: .of(
      "mode",
      "Profile: full (a day counts when its goals are reached) or partial (any progress counts)."
    ),
    completion: .cases(of: Profile.StreakMode.self)
  )
  var streakMode: String?

  @Option(help: .of("time", "Profile: the time at which habit-remind(1) shows what is due."))
  var planReminder: String?

  @Option(help: .of("time", "Profile: the time at which habit-remind(1) shows what is still open."))
  var eveningReminder: String?

  @Option(
    parsing: .upToNextOption,
    help: .of("habit", "Profile: the order of habits in lists."),
    completion: .habits
  )
  var order: [String] = []

  /// The options, and what was typed for each.
  private var values: KeyValuePairs<String, String?> {
    [
      "--time-zone": timeZone, "--day-start": dayStart, "--week-start": weekStart,
      "--streak-mode": streakMode, "--plan-reminder": planReminder,
      "--evening-reminder": eveningReminder, "--order": order.first,
    ]
  }

  /// The options that were typed.
  var given: [(name: String, value: String)] {
    values.compactMap { name, value in value.map { (name, $0) } }
  }

  var names: [String] { values.map(\.key) }

  func changes() throws -> ProfileFieldChanges {
    var changes = ProfileFieldChanges()
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
  let key: String

  init?(argument: String) {
    guard ClearedField.allValueStrings.contains(argument) else { return nil }
    key = argument
  }

  /// The only one of the profile.
  static let order = "order"

  static let allValueStrings = [
    "icon", "color", "description", "tags", "aka", "baseline", "end", "reminders", order,
  ]
}

extension Session {
  fileprivate func ids(of names: [String], in context: CommandContext) throws -> [HabitID] {
    let reading = context.read(.definitions)
    var ids: [HabitID] = []
    for name in names {
      let id = try habit(name, in: reading, on: context.today).id
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// Refuses a zone that this system does not know, and names the one that may be meant.
  fileprivate func check(zone: String) throws {
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
