internal import ArgumentParser
internal import HabitCore
internal import HabitFiles

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

  @Flag(help: "Do not ask before the past is read anew.")
  var yes = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let day = try from.day(today: context.today)
    let changesHabit = !fields.isEmpty || options.color.habitColor != nil
    if habit == "profile" {
      if changesHabit { throw Diagnosis(.usage, "the profile has none of these fields") }
      guard date == nil else { throw Diagnosis(.usage, "the profile has no days") }
      if let zone = settings.timeZone { try session.check(zone: zone) }
      guard !settings.isEmpty else {
        return try session.edit(.profile(context.user), on: nil, context)
      }
      return try session.redefine(context, action: "edit profile", asks: !yes, isSure: yes) {
        (tree) throws(Diagnosis) in
        try Redefinition(in: tree, context) { (profile) throws(Diagnosis) in
          try settings.applied(to: profile, from: day)
        }
      }
    }
    guard settings.isEmpty else {
      throw Diagnosis(.usage, "a habit has none of these fields", hint: "habit edit profile ...")
    }
    let reading = context.read(.definitions)
    if changesHabit {
      guard date == nil else {
        throw Diagnosis(.usage, "a date is for the editor", hint: "a change is dated with --from")
      }
      let id = try HabitLookup(reading).habit(habit).id
      return try session.redefine(id, context, verb: "edit", asks: !yes, isSure: yes) {
        (habit) throws(Diagnosis) in
        var habit = habit
        if let color = options.color.habitColor { habit.color = color }
        return try fields.applied(to: habit, from: day, today: context.today)
      }
    }
    // A definition with an error is what an editor is for.
    let id: HabitID
    if let broken = reading.broken.first(where: { $0.text == habit.lowercased() }) {
      id = broken
    } else {
      id = try HabitLookup(reading).habit(habit).id
    }
    guard let date else { return try session.edit(.habit(context.user, id), on: nil, context) }
    let edited = try DateArgument.pastDay(date, today: context.today)
    try session.edit(.year(context.user, id, edited.year), on: edited, context)
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
  var clear: [Clearable] = []

  /// A field that need not have a value.
  enum Clearable: String, CaseIterable, ExpressibleByArgument {
    case icon, color, description, tags, baseline, end, reminders
  }

  /// Whether nothing is to be changed.
  var isEmpty: Bool {
    let texts = [goal, schedule, type, baseline, unlogged, icon, description, start, end]
    return texts.allSatisfy { $0 == nil } && tag.isEmpty && remind.isEmpty && clear.isEmpty
  }

  /// The habit with these fields.
  func applied(to habit: Habit, from day: Day, today: Day) throws(Diagnosis) -> Habit {
    var habit = habit
    for field in clear { empty(field, of: &habit) }
    if let start { habit.start = try DateArgument.day(start, today: today) }
    if let end { habit.end = try DateArgument.day(end, today: today) }
    if let goal {
      let goal = try DefinitionArgument.goal(goal)
      habit.goal = habit.goal.setting(goal, from: day, beginning: habit.start)
    }
    if let schedule {
      let schedule = try DefinitionArgument.schedule(schedule)
      habit = habit.rescheduled(schedule, from: day)
    }
    habit.kind = try kind(of: habit)
    if let icon { habit.icon = icon }
    if let description { habit.description = description }
    habit.tags += tag.filter { !habit.tags.contains($0) }
    let times = try remind.map { (text) throws(Diagnosis) in try DefinitionArgument.time(text) }
    habit.reminders = Set(habit.reminders + times).sorted()
    return habit
  }

  private func empty(_ field: Clearable, of habit: inout Habit) {
    switch field {
    case .icon: habit.icon = nil
    case .color: habit.color = nil
    case .description: habit.description = nil
    case .tags: habit.tags = []
    case .end: habit.end = nil
    case .reminders: habit.reminders = []
    case .baseline:
      if case .breaking(_, let unlogged) = habit.kind {
        habit.kind = .breaking(baseline: nil, unlogged: unlogged)
      }
    }
  }

  private func kind(of habit: Habit) throws(Diagnosis) -> Habit.Kind {
    let kind: Habit.Kind
    switch type {
    case nil: kind = habit.kind
    case "formation": kind = .formation
    case "breaking":
      kind = habit.isBreaking ? habit.kind : .breaking(baseline: nil, unlogged: .missed)
    case let word?:
      throw Diagnosis(.usage, "\"\(word)\" is no type", hint: "it is formation or breaking")
    }
    guard case .breaking(var amount, var meaning) = kind else {
      guard baseline == nil, unlogged == nil else {
        throw Diagnosis(
          .usage,
          "a baseline and the meaning of unlogged days are for a breaking habit",
          hint: "say --type breaking too"
        )
      }
      return kind
    }
    if let baseline { amount = try AmountArgument.amount(baseline) }
    if let unlogged {
      guard let word = Habit.Unlogged(rawValue: unlogged) else {
        throw Diagnosis(.usage, "\"\(unlogged)\" is no meaning", hint: "it is kept or missed")
      }
      meaning = word
    }
    return .breaking(baseline: amount, unlogged: meaning)
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

  /// The profile with these settings.
  func applied(to profile: Profile, from day: Day) throws(Diagnosis) -> Profile {
    var profile = profile
    if let name { profile.name = try DefinitionArgument.name(name) }
    if let timeZone { profile.timeZone = timeZone }
    if let planReminder { profile.planReminder = try DefinitionArgument.time(planReminder) }
    if let eveningReminder {
      profile.eveningReminder = try DefinitionArgument.time(eveningReminder)
    }
    if let dayStart { profile.dayStart = try DefinitionArgument.time(dayStart) }
    if let weekStart {
      guard let weekday = Weekday(name: weekStart) else {
        throw Diagnosis(.usage, "\"\(weekStart)\" is no weekday", hint: "as in monday or sun")
      }
      profile.weekStart = weekday
    }
    if let streakMode {
      guard let mode = Profile.StreakMode(rawValue: streakMode) else {
        throw Diagnosis(
          .usage,
          "\"\(streakMode)\" is no streak mode",
          hint: "it is full or partial"
        )
      }
      profile.streakMode = profile.streakMode.setting(mode, from: day, beginning: .distantPast)
    }
    return profile
  }
}
