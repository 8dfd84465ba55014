internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// What a change would do that nobody may have meant: it is asked, and the answer is the field `sure`.
struct Question: Error {
  let words: String
}

// What a form says of habits and of the profile, as the options of `habit add`, `edit` and others do.
extension Action {
  /// Does what defines; nil for what records.
  func define(
    of touch: Touch?,
    in context: CommandContext,
    _ app: Application
  ) throws -> Outcome? {
    let today = context.today
    switch (verb, object) {
    case ("add", "habit"):
      let typed = try typed(today)
      let isBreaking = fields["type"] == "breaking"
      let habit = try typed.habit(isBreaking: isBreaking, today: today, breaking: "Kind")
      return try change(AddRequest(habit, in: context), touch, context, app)
    case ("profile", "settings"):
      return try edit(.edit(settings(in: context, app), from: today), touch, context, app)
    case ("vacation", "start"):
      let habits = context.read(.definitions).tracker.habits.map(\.habit)
      var start = try day("start") ?? today
      if start == today { start = context.firstDayOff(of: habits.filter { $0.deleted == nil }) }
      return try edit(.startVacation(from: start, to: day("end")), touch, context, app)
    case ("vacation", "end"): return try edit(.endVacation(on: today), touch, context, app)
    case ("up", _):
      return try edit(.edit(moved(by: -1, in: context), from: today), touch, context, app)
    case ("down", _):
      return try edit(.edit(moved(by: 1, in: context), from: today), touch, context, app)
    case ("edit", _), ("archive", _), ("restore", _), ("delete", _):
      let known = context.read(.definitions).tracker.habits.map(\.habit)
      guard let habit = known.first(where: { $0.id.text == object }) else {
        throw LookupError.unknown(object, deleted: nil, nearest: nil, isFirst: false)
      }
      let change =
        switch verb {
        case "archive": HabitChange.archive(from: context.firstDayOff(of: [habit]))
        case "restore": HabitChange.restore(on: today)
        case "delete": HabitChange.delete(from: context.firstDayOff(of: [habit]))
        default: HabitChange.edit(try changes(of: habit, today), from: try day("from") ?? today)
        }
      let request = DefineRequest(.habit(habit.id, change))
      return try self.change(request, touch, context, app, asksOfPast: verb == "edit")
    default: return nil
    }
  }

  private func edit(
    _ change: ProfileChange,
    _ touch: Touch?,
    _ context: CommandContext,
    _ app: Application
  ) throws -> Outcome {
    try self.change(DefineRequest(.profile(change)), touch, context, app, asksOfPast: true)
  }

  /// Commits a change, unless it takes points or streaks of the past and nobody has agreed to that.
  private func change<Request: ChangeRequest>(
    _ request: Request,
    _ touch: Touch?,
    _ context: CommandContext,
    _ app: Application,
    asksOfPast: Bool = false
  ) throws -> Outcome {
    // A touch that was recorded before cannot be planned again, and commit says so.
    if fields["sure"] != "1",
      let scores = attempt({ ScoreChange(of: try request.plan(in: context).edits, in: context) }),
      asksOfPast ? scores.isOfPast : scores.isLoss, let words = scores.text
    {
      throw Question(words: (asksOfPast ? "past days are scored again: " : "this takes: ") + words)
    }
    return try commit(request, touch, context, app)
  }

  // MARK: Fields

  private func text(_ name: String) -> String? {
    fields[name].map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func texts(_ name: String) -> [String] {
    (fields[name] ?? "").split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  private func day(_ name: String) throws(TypingError) -> Day? {
    guard let text = text(name) else { return nil }
    guard let day = Day(text) else {
      throw TypingError("\"\(text)\" is not a date", hint: "a date is as in 2026-03-01")
    }
    return day
  }

  /// All fields of the form that are not empty.
  private func typed(_ today: Day) throws(TypingError) -> TypedHabit {
    var typed = TypedHabit()
    typed.name = text("name") ?? ""
    typed.goal = text("goal")
    typed.schedule = text("schedule")
    typed.icon = text("icon")
    typed.color = try color()
    typed.description = text("description")
    typed.tags = texts("tags")
    typed.reminders = texts("reminders")
    typed.start = try day("start")
    typed.end = try day("end")
    return typed
  }

  private func color() throws(TypingError) -> Color? {
    guard let text = text("color") else { return nil }
    guard let color = Color(text) else {
      throw TypingError("\"\(text)\" is not a colour", hint: Color.forms)
    }
    return color
  }

  /// The fields of the form that say something else than the habit does.
  private func changes(of habit: Habit, _ today: Day) throws -> HabitFieldChanges {
    let shown = HabitText(habit, on: today)
    var typed = try typed(today)
    typed.type = text("type")
    typed.baseline = text("baseline")
    typed.unlogged = text("unlogged")
    func differs(_ name: String, _ former: String, _ key: String? = nil) -> Bool {
      guard let new = fields[name]?.trimmed, new != former else { return false }
      if let key, !former.isEmpty { typed.cleared.append(key) }
      return true
    }
    if !differs("name", shown.name) { typed.name = nil }
    if !differs("goal", shown.goal) { typed.goal = nil }
    if !differs("schedule", shown.schedule) { typed.schedule = nil }
    if !differs("type", shown.type) { typed.type = nil }
    if !differs("unlogged", shown.unlogged) { typed.unlogged = nil }
    if !differs("baseline", shown.baseline, "baseline") { typed.baseline = nil }
    if !differs("icon", shown.icon, "icon") { typed.icon = nil }
    if !differs("color", shown.color, "color") { typed.color = nil }
    if !differs("description", shown.description, "description") { typed.description = nil }
    if !differs("tags", shown.tags, "tags") { typed.tags = [] }
    if !differs("reminders", shown.reminders, "reminders") { typed.reminders = [] }
    if !differs("start", shown.start) { typed.start = nil }
    if !differs("end", shown.end, "end") { typed.end = nil }
    return try typed.changes(of: habit, today: today, breaking: "Kind")
  }

  private func settings(
    in context: CommandContext,
    _ app: Application
  ) throws(TypingError) -> ProfileFieldChanges {
    var changes = ProfileFieldChanges()
    let profile = context.profile
    if let name = text("name"), name != profile.name?.text {
      changes.name = try DefinitionArgument.name(name)
    }
    if let zone = text("zone"), zone != profile.timeZone {
      guard app.isZone(zone) else {
        throw TypingError("this system knows no time zone \"\(zone)\"", hint: "as in Europe/Berlin")
      }
      changes.timeZone = zone
    }
    if let time = text("dayStart") { changes.dayStart = try DefinitionArgument.time(time) }
    if let day = text("weekStart") { changes.weekStart = try DefinitionArgument.weekday(day) }
    if let time = text("planReminder") { changes.planReminder = try DefinitionArgument.time(time) }
    if let time = text("eveningReminder") {
      changes.eveningReminder = try DefinitionArgument.time(time)
    }
    return changes
  }

  /// The order of lists with a habit one place up or down.
  private func moved(by places: Int, in context: CommandContext) throws -> ProfileFieldChanges {
    let tracker = context.read(.definitions).tracker
    let shown = tracker.habits.map(\.habit).filter { $0.deleted == nil }
    var ids = context.profile.ordered(shown) { $0 }.map(\.id)
    guard let place = ids.firstIndex(where: { $0.text == object }) else {
      throw LookupError.unknown(object, deleted: nil, nearest: nil, isFirst: false)
    }
    let other = place + places
    if ids.indices.contains(other) { ids.swapAt(place, other) }
    var changes = ProfileFieldChanges()
    changes.order = ids
    return changes
  }
}
