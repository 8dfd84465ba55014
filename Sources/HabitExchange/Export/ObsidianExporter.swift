internal import HabitCore
internal import HabitFiles

/// A note for each habit, as Obsidian's plugin Habits keeps them.
struct ObsidianExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    var names: Set<String> = []
    for exported in source.habits {
      let lines = properties(exported)
      notes.tellUsual(
        exported,
        besides: [.notes, .tags, .starts, .pauses, .ends, .icons, .colors, .reminders]
      )
      var name = fileName(exported.habit)
      while !names.insert(name.lowercased()).inserted { name += " 2" }
      try sink("\(name).md", (["---"] + lines + ["---", ""]).joined(separator: "\n"))
    }
  }

  /// The name without what a file's name or a link cannot have.
  private func fileName(_ habit: Habit) -> String {
    var name = String(habit.name.text.map { "/\\:*?\"<>|#^[]".contains($0) ? "-" : $0 })
    if name.hasPrefix(".") { name = "-" + name.dropFirst() }
    if name != habit.name.text { notes.tell("signs in names become -", habit) }
    return name
  }

  private func properties(_ exported: ExportedHabit) -> [String] {
    let habit = exported.habit
    let goal = habit.goal(today: source.today)
    var lines = kind(habit, goal)
    lines += schedule(habit)
    lines.append("startDate: \"\(habit.start)\"")
    if let end = habit.end { lines += ["stopped: true", "stopDate: \"\(end)\""] }
    func add(_ key: String, _ text: String?) {
      if let text { lines.append("\(key): \(text.jsonQuoted)") }
    }
    add("icon", habit.icon)
    add("color", habit.color?.description)
    add("group", habit.tags.first)
    if !habit.reminders.isEmpty {
      lines.append("times:")
      lines += habit.reminders.map { "  - \"\($0.hoursAndMinutes)\"" }
    }
    if !habit.pauses.isEmpty { lines.append("pauses:") }
    for pause in habit.pauses {
      lines.append("  - start: \"\(pause.start)\"")
      if let end = pause.end { lines.append("    end: \"\(end)\"") }
    }
    if case .breaking(_, .missed) = habit.kind {
      notes.tell("a day without a record of a habit to do less of is kept there", habit)
    }
    return lines + records(exported)
  }

  private func kind(_ habit: Habit, _ goal: Goal) -> [String] {
    let direction = habit.isBreaking ? ["goalDirection: max"] : []
    let isOnce = habit.isBreaking ? goal.amount == .zero : goal == .once
    if isOnce, goal.spelledUnit.isEmpty { return ["type: binary"] + direction }
    let type = goal.unit == "minutes" ? "timed" : "repetition"
    let unit =
      type == "timed" || goal.spelledUnit.isEmpty ? [] : ["unit: \(goal.spelledUnit.jsonQuoted)"]
    return ["type: \(type)"] + direction + ["target: \(goal.amount)"] + unit
  }

  private func schedule(_ habit: Habit) -> [String] {
    let schedule = habit.schedule(today: source.today)
    switch schedule {
    case .daily: return ["frequency: daily"]
    case .weekly(let days):
      // 0 is Sunday.
      let numbers = days.map { ($0.index + 1) % 7 }.sorted().map(String.init)
      return ["frequency: weekly", "weekdays: [\(numbers.joined(separator: ", "))]"]
    case .everyDays(let days): return ["frequency: interval", "intervalDays: \(days)"]
    case .monthly(let days):
      if days.count == 1, let day = days.first {
        if case .day(29...) = day {
          notes.tell("in a month that lacks the day, the last day is due there", habit)
        }
        let number = day == .last ? "31" : "\(day)"
        return ["frequency: monthly", "monthDay: \(number)"]
      }
    case .quota(let times, .week): return ["frequency: daily", "weeklyTarget: \(times)"]
    default: break
    }
    guard let stride = TimesInDays(schedule)?.stride, stride > 1 else {
      notes.tell("the schedule becomes every day", habit)
      return ["frequency: daily"]
    }
    notes.tell("the schedule becomes once in some days", habit)
    return ["frequency: interval", "intervalDays: \(stride)"]
  }

  private func records(_ exported: ExportedHabit) -> [String] {
    var records: [String] = []
    var comments: [String] = []
    for (day, record) in exported.records {
      if let progress = record.progress {
        // The plugin itself never keeps a 0.
        if progress == .zero, !exported.habit.isBreaking {
          notes.tell("days that say 0 are left out", exported.habit)
        } else {
          records.append("  \"\(day)\": \(progress)")
        }
      }
      if let note = record.note { comments.append("  \"\(day)\": \(note.jsonQuoted)") }
    }
    return (records.isEmpty ? [] : ["records:"] + records)
      + (comments.isEmpty ? [] : ["comments:"] + comments)
  }
}
