internal import HabitCore
internal import HabitFiles

/// A file for Table Habit (mhabit).
struct TableHabitExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    let groups = source.documents.compactMap(\.habit.tags.first).unique
    try sink("", "{\"habits\": [\n")
    var separator = ""
    for exported in source.habits {
      try sink("", separator + habit(exported, groups))
      separator = ",\n"
      notes.tellUsual(
        exported,
        besides: [.skips, .descriptions, .colors, .tags, .notes, .starts, .endings]
      )
    }
    let names = groups.enumerated().map { index, name in
      "{\"uuid\": \"g\(index + 1)\", \"name\": \(name.jsonQuoted)}"
    }
    try sink("", "],\n\"groups\": [" + names.joined(separator: ", ") + "]}\n")
  }

  private func habit(_ exported: ExportedHabit, _ groups: [String]) -> String {
    let habit = exported.habit
    let goal = habit.goal(today: source.today)
    let created = Int(habit.start.number) * 86_400
    let (type, custom) = frequency(habit)
    var members = [
      "\"create_t\": \(created)", "\"modify_t\": \(created)",
      "\"type\": \(habit.isBreaking ? 2 : 1)",
      "\"status\": \(habit.isAtRest(on: source.today) ? 3 : 1)",
      "\"name\": \(habit.name.text.jsonQuoted)",
      "\"desc\": \((habit.description ?? "").jsonQuoted)",
      "\"daily_goal\": \(habit.isBreaking ? .zero : goal.amount)",
      "\"daily_goal_unit\": \(goal.spelledUnit.jsonQuoted)",
    ]
    if habit.isBreaking { members.append("\"daily_goal_extra\": \(goal.amount)") }
    members += color(habit)
    members += [
      "\"freq_type\": \(type)", "\"freq_custom\": \"\(custom)\"",
      "\"start_date\": \(habit.start.number)", "\"target_days\": 66",
    ]
    if let index = habit.tags.first.flatMap({ groups.firstIndex(of: $0) }) {
      members.append("\"group_id\": \"g\(index + 1)\"")
    }
    if case .breaking(_, .kept) = habit.kind {
      notes.tell("a day without a record of a habit to do less of is missed there", habit)
    }
    let records = records(exported, created)
    members.append("\"records\": [\(records.joined(separator: ", "))]")
    return "{" + members.joined(separator: ", ") + "}"
  }

  private func color(_ habit: Habit) -> [String] {
    switch habit.color {
    case .rgb?: break
    case .named?, nil:
      notes.tell("the colour becomes one of its own where there was none, or only a name", habit)
    }
    guard let color = habit.color else { return ["\"color\": 1"] }
    let rgb = color.components.reduce(0) { $0 << 8 | $1 }
    return ["\"color\": 1", "\"custom_color\": \(0xFF00_0000 | rgb)"]
  }

  private func frequency(_ habit: Habit) -> (Int, String) {
    switch habit.schedule(today: source.today) {
    case .daily: return (3, "[1,1]")
    case .quota(let times, .week): return (1, "[\(times)]")
    case .quota(let times, .month): return (2, "[\(times)]")
    default:
      let frequency = notes.frequency(of: habit, hasCalendar: true, isLimit: habit.isBreaking)
      return (3, frequency.map { "[\($0.times),\($0.days)]" } ?? "[1,1]")
    }
  }

  private func records(_ exported: ExportedHabit, _ created: Int) -> [String] {
    exported.records.compactMap { day, record in
      let isSkip = record.skip != nil && record.progress == nil
      guard isSkip || record.progress != nil else {
        notes.tell("days with nothing but a note are left out", exported.habit)
        return nil
      }
      if !isSkip, !record.notes.isEmpty {
        notes.tell("notes of days that were not skipped are left out", exported.habit)
      }
      if !isSkip, record.skip != nil {
        notes.tell("a skipped day with an amount is not skipped there", exported.habit)
      }
      return "{\"record_date\": \(day.number), \"record_type\": \(isSkip ? 2 : 1), "
        + "\"record_value\": \(record.progress ?? .zero), \"create_t\": \(created), "
        + "\"modify_t\": \(created), \"reason\": \((isSkip ? record.note ?? "" : "").jsonQuoted)}"
    }
  }
}
