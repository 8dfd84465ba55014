internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport

// The forms by which habits and settings are defined: their fields are the options of `habit add`,
// `habit edit` and `habit vacation`.

extension Visit {
  /// A form for a new habit.
  func addPage() -> Response {
    let fields = fields(["type": "formation", "start": "\(context.today)"], isNew: true)
    return define("Add a habit", fields, [("add habit", "Add")], backTo: .day(nil), at: .add)
  }

  /// A form with what a habit is now.
  func editPage(of id: HabitID) throws -> Response {
    let habit = try context.habit(id.text)
    let shown = habit.fields(on: context.today)
    let more = [
      ("up \(id)", "Move up"), ("down \(id)", "Move down"), ("archive \(id)", "Pause"),
      ("delete \(id)", "Delete"),
    ]
    return define(
      habit.name.text,
      fields(shown.merging(["from": "\(context.today)"]) { $1 }, isNew: false)
        + hidden(shown, named: "was."),
      [("edit \(id)", "Save")],
      backTo: .habit(id, nil),
      at: .edit(id),
      behind: form(buttons(more), on: context.today, backTo: .day(nil))
    )
  }

  /// The fields of a habit, with what they show.
  private func fields(_ shown: [String: String], isNew: Bool) -> String {
    let needed = isNew ? "" : " required"
    let kinds = [("formation", "do at least the goal"), ("breaking", "stay at or under the goal")]
    let silent = [("missed", "missed"), ("kept", "kept")]
    let first =
      line("Name", "name", shown, "required maxlength=\"\(Name.longest)\" placeholder=\"Read\"")
      + line("Goal", "goal", shown, "placeholder=\"1 time, 8 glasses, 20 km a week\"\(needed)")
      + line(
        "When",
        "schedule",
        shown,
        "placeholder=\"every day, weekdays, 3 times a week\"\(needed)"
      )
      + (isNew
        ? "" : line("Goal and schedule hold from", "from", shown, "type=\"date\" required"))
      + choice("Kind", "type", kinds, shown)
      + (shown["type"] == "breaking"
        ? line("Before, a day", "baseline", shown)
          + choice("A day without a record is", "unlogged", silent, shown) : "")
      + line("Reminders", "reminders", shown, "placeholder=\"09:00, 18:00\"")
    let more =
      line("Icon", "icon", shown, "placeholder=\"📖\"") + colors(shown)
      + line("Description", "description", shown)
      + line("Tags", "tags", shown, "placeholder=\"health, home\"")
      + line("First day", "start", shown, "type=\"date\"\(needed)")
      + line("Last day", "end", shown, "type=\"date\"")
    return first + (isNew ? "<details><summary>More</summary>\n\(more)</details>\n" : more)
  }

  /// The settings, vacations, what can be restored, and what other programs may have.
  func settingsPage() throws -> Response {
    let profile = context.profile
    let route = Route.settings
    let shown = [
      "name": profile.name?.text, "zone": profile.timeZone,
      "dayStart": profile.dayStart.hoursAndMinutes, "weekStart": profile.weekStart.rawValue,
      "planReminder": profile.planReminder?.hoursAndMinutes,
      "eveningReminder": profile.eveningReminder?.hoursAndMinutes,
    ]
    .mapValues { $0 ?? "" }
    let weekdays = Weekday.allCases.map { ($0.rawValue, $0.rawValue) }
    let fields =
      line("Your name", "name", shown)
      + line("Time zone", "zone", shown, "placeholder=\"Europe/Berlin\"")
      + line("A day begins at", "dayStart", shown)
      + choice("A week begins on", "weekStart", weekdays, shown)
      + line("Remind of what is due at", "planReminder", shown)
      + line("Remind of what is open at", "eveningReminder", shown)
      // An old page takes back no change that was made since.
      + hidden(shown, named: "was.")
    let away = profile.vacations.last { $0.contains(context.today) || $0.start > context.today }
    let vacation =
      away.map { span in
        "<p>Vacation \(span.inWords)</p>\n"
          + (span.contains(context.today)
            ? form(buttons([("vacation end", "I am back")]), on: context.today, backTo: route) : "")
      } ?? ""
    let leave = form(
      line("From", "start", ["start": "\(context.today)"], "type=\"date\"")
        + line("To", "end", [:], "type=\"date\"")
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
  private func line(
    _ label: String,
    _ name: String,
    _ shown: [String: String],
    _ more: String = ""
  ) -> String {
    """
    <label class="line">\(label)<input name="\(name)" value="\(HTML.text(shown[name] ?? ""))" \
    dir="auto" autocomplete="off" \(more)></label>

    """
  }

  private func choice(
    _ label: String,
    _ name: String,
    _ values: [(value: String, name: String)],
    _ shown: [String: String]
  ) -> String {
    let options = values.map { value, words in
      "<option value=\"\(value)\"\(value == shown[name] ? " selected" : "")>\(words)</option>"
    }
    return
      "<label class=\"line\">\(label)<select name=\"\(name)\">\(options.joined())</select></label>\n"
  }

  private func colors(_ shown: [String: String]) -> String {
    var values = [("", "none")] + Color.Palette.allCases.map { ($0.rawValue, $0.rawValue) }
    if let color = shown["color"], !values.contains(where: { $0.0 == color }) {
      values.append((color, color))
    }
    return choice("Colour", "color", values, shown)
  }
}

extension Habit {
  /// The fields of a form, with what they show of it.
  func fields(on today: Day) -> [String: String] {
    [
      "name": name.text, "goal": "\(goal.value(on: today))",
      "schedule": "\(schedule.value(on: today))", "type": type.rawValue,
      "baseline": baseline.map { "\($0)" } ?? "", "unlogged": (unlogged ?? .missed).rawValue,
      "reminders": reminders.map(\.hoursAndMinutes).joined(separator: ", "), "icon": icon ?? "",
      "color": color.map { "\($0)" } ?? "", "description": description ?? "",
      "tags": tags.joined(separator: ", "), "start": "\(start)", "end": end.map { "\($0)" } ?? "",
    ]
  }
}

extension CommandContext {
  /// The habit of an id, deleted or not.
  func habit(_ id: String) throws -> Habit {
    let habits = read(.definitions).tracker.habits.map(\.habit)
    guard let habit = habits.first(where: { $0.id.text == id }) else {
      throw UnknownHabit(id)
    }
    return habit
  }
}
