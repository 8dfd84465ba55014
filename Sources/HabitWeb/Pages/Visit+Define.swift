internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport

// The forms by which habits and settings are defined: their fields are the options of `habit add`,
// `habit edit` and `habit vacation`.

extension Visit {
  /// A form for a new habit.
  func addPage() -> Response {
    let fields =
      line("Name", "name", "", "required maxlength=\"\(Name.longest)\" placeholder=\"Read\"")
      + line("Goal", "goal", "", "placeholder=\"1 time, 8 glasses, 20 km a week\"")
      + line("When", "schedule", "", "placeholder=\"every day, weekdays, 3 times a week\"")
      + choice(
        "Kind",
        "type",
        [("formation", "do at least the goal"), ("breaking", "stay at or under the goal")],
        "formation"
      )
      + line("Reminders", "reminders", "", "placeholder=\"09:00, 18:00\"")
        + """
        <details><summary>More</summary>
        \(line("Icon", "icon", "", "placeholder=\"📖\""))\(colors(nil))\
        \(line("Description", "description", ""))\(line("Tags", "tags", "", "placeholder=\"health, home\""))\
        \(line("First day", "start", "\(context.today)", "type=\"date\""))\
        \(line("Last day", "end", "", "type=\"date\""))</details>

        """
    return define("Add a habit", fields, [("add habit", "Add")], backTo: .day(nil), at: .add)
  }

  /// A form with what a habit is now.
  func editPage(of id: HabitID) throws -> Response {
    let habit = try self.habit(id)
    let shown = HabitText(habit, on: context.today)
    let fields =
      line("Name", "name", shown.name, "required maxlength=\"\(Name.longest)\"")
      + line("Goal", "goal", shown.goal, "required")
      + line("When", "schedule", shown.schedule, "required")
      + line("Goal and schedule hold from", "from", "\(context.today)", "type=\"date\" required")
      + choice(
        "Kind",
        "type",
        [("formation", "do at least the goal"), ("breaking", "stay at or under the goal")],
        shown.type
      )
      + (habit.isBreaking
        ? line("Before, a day", "baseline", shown.baseline)
          + choice(
            "A day without a record is",
            "unlogged",
            [("missed", "missed"), ("kept", "kept")],
            shown.unlogged
          )
        : "")
      + line("Reminders", "reminders", shown.reminders, "placeholder=\"09:00, 18:00\"")
      + line("Icon", "icon", shown.icon) + colors(habit.color)
      + line("Description", "description", shown.description)
      + line("Tags", "tags", shown.tags, "placeholder=\"health, home\"")
      + line("First day", "start", shown.start, "type=\"date\" required")
      + line("Last day", "end", shown.end, "type=\"date\"")
    let route = Route.edit(id)
    let more = [
      ("up \(id)", "Move up"), ("down \(id)", "Move down"), ("archive \(id)", "Pause"),
      ("delete \(id)", "Delete"),
    ]
    return define(
      habit.name.text,
      fields,
      [("edit \(id)", "Save")],
      backTo: .habit(id, nil),
      at: route,
      behind: form(buttons(more), on: context.today, backTo: .day(nil))
    )
  }

  /// The settings, vacations, what can be restored, and what other programs may have.
  func settingsPage() throws -> Response {
    let profile = context.profile
    let route = Route.settings
    func time(_ time: TimeOfDay?) -> String { time?.hoursAndMinutes ?? "" }
    let fields =
      line("Your name", "name", profile.name?.text ?? "")
      + line("Time zone", "zone", profile.timeZone ?? "", "placeholder=\"Europe/Berlin\"")
      + line("A day begins at", "dayStart", profile.dayStart.hoursAndMinutes)
      + choice(
        "A week begins on",
        "weekStart",
        Weekday.allCases.map { ($0.rawValue, $0.rawValue) },
        profile.weekStart.rawValue
      )
      + line("Remind of what is due at", "planReminder", time(profile.planReminder))
      + line("Remind of what is open at", "eveningReminder", time(profile.eveningReminder))
    let away = profile.vacations.last { $0.contains(context.today) || $0.start > context.today }
    let vacation =
      away.map { span in
        "<p>Vacation \(span.inWords)</p>\n"
          + (span.contains(context.today)
            ? form(buttons([("vacation end", "I am back")]), on: context.today, backTo: route) : "")
      } ?? ""
    let leave = form(
      line("From", "start", "\(context.today)", "type=\"date\"")
        + line("To", "end", "", "type=\"date\"")
        + buttons([("vacation start", "Begin a vacation")]),
      on: context.today,
      backTo: route
    )
    let restorable = context.read(.definitions).tracker.habits.map(\.habit).filter(\.canBeRestored)
    let rested = restorable.map { habit in
      "<p dir=\"auto\">\(HTML.text(habit.title))</p>\n"
        + form(buttons([("restore \(habit.id)", "Restore")]), on: context.today, backTo: .day(nil))
    }
    let calendar = try site.calendarPath(of: context).map { path in
      let address = HTML.text((site.app.webOrigin ?? request.address) + link(path))
      return """
        <h2>Reminders in your calendar</h2>
        <p>Who has this address can read the names and times of your reminders, and nothing else.</p>
        <p class="links"><a href="\(link(path))">\(address)</a></p>

        """
    }
    return define(
      "Settings",
      fields,
      [("profile settings", "Save")],
      backTo: route,
      at: route,
      behind: """
        <h2>Vacation</h2>
        \(vacation)\(leave)\(rested.isEmpty ? "" : "<h2>Paused and deleted</h2>\n" + rested.joined())\
        \(calendar ?? "")<p class="links"><a href="\(link("/export.json"))" download="habits.json">Download \
        everything</a>
        <a href="\(link("/reports/profile.html"))">Profile</a></p>

        """
    )
  }

  /// The habit of an id, deleted or not.
  func habit(_ id: HabitID) throws -> Habit {
    guard let habit = context.read(.definitions).tracker[id]?.habit else {
      throw LookupError.unknown(id.text, deleted: nil, nearest: nil, isFirst: false)
    }
    return habit
  }

  private func define(
    _ title: String,
    _ fields: String,
    _ acts: [(act: String, name: String)],
    backTo back: Route,
    at route: Route,
    behind more: String = ""
  ) -> Response {
    let body = """
      <header><h1 dir="auto">\(HTML.text(title))</h1></header>
      <main>
      \(Visit.queue)\(offer(on: context.today, backTo: route))\
      \(form(fields + buttons(acts), on: context.today, backTo: back))\
      \(more)</main>
      \(bar(nil, [("/", "Today"), ("/undo", "Undo")], nil))
      """
    return page(title, body, on: context.today, at: route)
  }

  private func buttons(_ acts: [(act: String, name: String)]) -> String {
    let all = acts.map { "<button name=\"act\" value=\"\($0.act)\">\($0.name)</button>\n" }
    return "<div class=\"field\">\(all.joined())</div>\n"
  }

  /// A field on a line of its own, below its label.
  private func line(_ label: String, _ name: String, _ value: String, _ more: String = "") -> String
  {
    """
    <label class="line">\(label)<input name="\(name)" value="\(HTML.text(value))" dir="auto" \
    autocomplete="off" \(more)></label>

    """
  }

  private func choice(
    _ label: String,
    _ name: String,
    _ values: [(value: String, name: String)],
    _ current: String
  ) -> String {
    let options = values.map { value, name in
      "<option value=\"\(value)\"\(value == current ? " selected" : "")>\(name)</option>"
    }
    return
      "<label class=\"line\">\(label)<select name=\"\(name)\">\(options.joined())</select></label>\n"
  }

  private func colors(_ color: Color?) -> String {
    let current = color.map { "\($0)" } ?? ""
    var values = [("", "none")] + Color.Palette.allCases.map { ($0.rawValue, $0.rawValue) }
    if !values.contains(where: { $0.0 == current }) { values.append((current, current)) }
    return choice("Colour", "color", values, current)
  }
}

/// The fields of a habit as a form shows them.
struct HabitText {
  let name, goal, schedule, type, baseline, unlogged, reminders, icon, color, description, tags,
    start, end: String

  init(_ habit: Habit, on today: Day) {
    name = habit.name.text
    goal = "\(habit.goal.value(on: today))"
    schedule = "\(habit.schedule.value(on: today))"
    type = habit.type.rawValue
    baseline = habit.baseline.map { "\($0)" } ?? ""
    unlogged = habit.unlogged?.rawValue ?? ""
    reminders = habit.reminders.map(\.hoursAndMinutes).joined(separator: ", ")
    icon = habit.icon ?? ""
    color = habit.color.map { "\($0)" } ?? ""
    description = habit.description ?? ""
    tags = habit.tags.joined(separator: ", ")
    start = "\(habit.start)"
    end = habit.end.map { "\($0)" } ?? ""
  }
}
