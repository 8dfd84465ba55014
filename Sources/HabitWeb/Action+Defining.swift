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
      let isBreaking = fields["type"] == "breaking"
      let habit = try typed().habit(isBreaking: isBreaking, today: today, breaking: "Kind")
      return try change(AddRequest(habit, in: context), touch, context, app)
    case ("profile", "settings"):
      return try edit(.edit(changed.settings(app), from: today), touch, context, app)
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
      let habit = try context.habit(object)
      let change =
        switch verb {
        case "archive": HabitChange.archive(from: context.firstDayOff(of: [habit]))
        case "restore": HabitChange.restore(on: today)
        case "delete": HabitChange.delete(from: context.firstDayOff(of: [habit]))
        default: try edited(habit, in: context)
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

  private func day(_ name: String) throws(Failure) -> Day? {
    guard let text = text(name) else { return nil }
    guard let day = Day(text) else {
      throw Failure(.usage, "\"\(text)\" is not a date", hint: "a date is as in 2026-03-01")
    }
    return day
  }

  /// The same without what the page showed: somebody may have changed that since.
  private var changed: Action {
    var action = self
    action.fields = fields.filter { name, text in fields["was.\(name)"]?.trimmed != text.trimmed }
    return action
  }

  /// All fields of the form that are not empty.
  private func typed() throws(Failure) -> TypedHabit {
    var typed = TypedHabit()
    typed.name = fields["name"]?.trimmed
    typed.goal = text("goal")
    typed.schedule = text("schedule")
    typed.baseline = text("baseline")
    typed.unlogged = text("unlogged")
    typed.icon = text("icon")
    typed.color = try color()
    typed.description = text("description")
    typed.tags = texts("tags")
    typed.reminders = texts("reminders")
    typed.start = try day("start")
    typed.end = try day("end")
    return typed
  }

  private func color() throws(Failure) -> Color? {
    guard let text = text("color") else { return nil }
    guard let color = Color(text) else {
      throw Failure(.usage, "\"\(text)\" is not a colour", hint: Color.forms)
    }
    return color
  }

  /// The change to what the fields of the form say, where the habit says something else.
  private func edited(_ habit: Habit, in context: CommandContext) throws -> HabitChange {
    let today = context.today
    let from = try day("from") ?? today
    let shown = habit.fields(on: today)
    var action = changed
    action.fields = action.fields.filter { name, text in shown[name] != text.trimmed }
    var typed = try action.typed()
    typed.type = action.text("type")
    typed.cleared = ["baseline", "icon", "color", "description", "tags", "reminders", "end"]
      .filter { action.fields[$0] != nil && shown[$0] != "" }
    var changes = try typed.changes(of: habit, today: today, breaking: "Kind")
    // What was done today stays done.
    if from == today { changes.scheduleFrom = context.firstDayOff(of: [habit]) }
    return .edit(changes, from: from)
  }

  private func settings(_ app: Application) throws(Failure) -> ProfileFieldChanges {
    var changes = ProfileFieldChanges()
    changes.cleared = ["name", "planReminder", "eveningReminder"].filter {
      fields[$0]?.trimmed == ""
    }
    if let name = text("name") { changes.name = try DefinitionArgument.name(name) }
    if let zone = text("zone") {
      guard app.isZone(zone) else {
        throw Failure(
          .usage,
          "this system knows no time zone \"\(zone)\"",
          hint: "as in Europe/Berlin"
        )
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
      throw UnknownHabit(object)
    }
    let other = place + places
    if ids.indices.contains(other) { ids.swapAt(place, other) }
    var changes = ProfileFieldChanges()
    changes.order = ids
    return changes
  }
}
