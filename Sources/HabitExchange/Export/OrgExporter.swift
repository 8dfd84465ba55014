internal import HabitCore

/// An Org file: a heading for each habit, a line for each day that was done.
struct OrgExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    let head = [
      "#+TITLE: Habits", "#+\(OrgWord.open): \(OrgWord.open) | \(OrgWord.done)",
      "#+STARTUP: logdrawer", "",
    ]
    try sink("", head.joined(separator: "\n") + "\n")
    for exported in source.habits {
      try sink("", entry(exported).joined(separator: "\n") + "\n")
      notes.tellUsual(exported, besides: [.notes, .tags, .moreTags])
    }
    // Emacs looks for local variables, which a note could hold, on the last page only.
    try sink("", "\u{C}\n")
  }

  private func entry(_ exported: ExportedHabit) -> [String] {
    let habit = exported.habit
    let tags = habit.tags.filter {
      $0.allSatisfy { $0.isLetter || $0.isNumber || "_@#%".contains($0) }
    }
    if tags.count < habit.tags.count { notes.tell("tags with blanks or signs are left out", habit) }
    if habit.isBreaking { notes.tell("habits to do less of become ordinary ones", habit) }
    if habit.goal.entries.map(\.value) != [.once] {
      notes.tell("goals and units are left out", habit)
    }
    let suffix = tags.isEmpty ? "" : " :\(tags.joined(separator: ":")):"
    let (repeater, date) = schedule(habit)
    var lines = [
      "* \(OrgWord.open) \(habit.name)\(suffix)", "  SCHEDULED: <\(stamp(date)) \(repeater)>",
      "  :PROPERTIES:", "  :STYLE:    habit", "  :END:", "  :LOGBOOK:",
    ]
    for (day, record) in exported.records.reversed() {
      guard habit.isDone(record, on: day) else {
        notes.tell("days that were not done are left out", habit)
        continue
      }
      if record.progress != Amount(1) { notes.tell("amounts are left out", habit) }
      let time = record.at.last?.id.moment(inRecordOf: day)
      let clock = time.map { $0.date == day ? $0.time.hoursAndMinutes : "12:00" } ?? "12:00"
      let line =
        "  - State \"\(OrgWord.done)\"       from \"\(OrgWord.open)\"       "
        + "[\(stamp(day)) \(clock)]"
      let note = record.notes.flatMap { $0.split(separator: "\n") }.map { String($0).trimmed }
        .filter { !$0.isEmpty }
      lines.append(note.isEmpty ? line : line + " \\\\")
      lines += note.map { "    " + OrgWord.escaped($0) }
    }
    return lines + ["  :END:"]
  }

  private func stamp(_ day: Day) -> String {
    let name = day.weekday.short
    return "\(day) \(name.prefix(1).uppercased())\(name.dropFirst())"
  }

  /// The repeater of a schedule, and the next day it is due.
  private func schedule(_ habit: Habit) -> (String, Day) {
    let schedule = habit.schedule(today: source.today)
    let first = max(source.today, habit.start)
    let anchor = habit.anchor(on: first)
    let named = schedule.named(
      in: first...first.advanced(by: 4_000),
      anchor: anchor,
      weekStart: .monday
    )
    let next = named.firstIndex(of: true).map { first.advanced(by: $0) } ?? first
    switch schedule {
    case .daily: return (".+1d", first)
    case .everyDays(let days): return ("++\(days)d", next)
    case .weekly(let days) where days.count == 1: return ("++1w", next)
    case .everyWeeks(let weeks, let days) where days.count == 1: return ("++\(weeks)w", next)
    case .monthly(let days) where days.count == 1 && days.first != .last: return ("++1m", next)
    case .quota(1, .days(let days)): return (".+\(days)d", first)
    default:
      let frequency = TimesInDays(schedule)
      let days = frequency.map { max($0.days / $0.times, 1) } ?? 1
      notes.tell("the schedule becomes once in some days", habit)
      return (".+\(days)d", first)
    }
  }
}
