internal import HabitCore
internal import HabitFiles

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
      notes.tellUsual(exported, besides: [.notes, .tags, .moreTags]) { day, record in
        exported.habit.isDone(record, on: day)
      }
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
    let (repeater, date) = schedule(exported)
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

  /// The repeater of a schedule, and the next day it is due; of one that counts from the last time, also
  /// a day that has passed.
  private func schedule(_ exported: ExportedHabit) -> (String, Day) {
    let habit = exported.habit
    let schedule = habit.schedule(today: source.today)
    let records = exported.records
    let isDone = records.last.map { $0.day == source.today && habit.isDone($0.record, on: $0.day) }
    let first = max(isDone ?? false ? source.today.advanced(by: 1) : source.today, habit.start)
    func after(_ interval: Schedule.Interval) -> Day {
      let last = records.last { habit.isDone($0.record, on: $0.day) || $0.record.skip != nil }
      return last.map { interval.end(since: $0.day) } ?? habit.start
    }
    let named = schedule.named(
      in: first...first.advanced(by: 4_000),
      anchor: habit.anchor(on: first),
      weekStart: source.profile?.profile.weekStart ?? .monday
    )
    let next = named.firstIndex(of: true).map { first.advanced(by: $0) } ?? first
    func months(_ repeater: String) -> (String, Day) {
      if next.dayOfMonth > 28 {
        notes.tell("where a month lacks the day, Org goes on to the next month", habit)
      }
      return (repeater, next)
    }
    switch schedule {
    case .daily: return (".+1d", first)
    case .everyDays(let days): return ("++\(days)d", next)
    case .weekly(let days) where days.count == 1: return ("++1w", next)
    case .everyWeeks(let weeks, let days) where days.count == 1: return ("++\(weeks)w", next)
    case .monthly(let days) where days.count == 1 && days.first != .last: return months("++1m")
    case .everyMonths(let count, let days) where days.count == 1 && days.first != .last:
      return months("++\(count)m")
    case .yearly(let days) where days.count == 1 && days.first?.day != .last:
      return months("++1y")
    case .after(.days(let days)): return (".+\(days)d", after(.days(days)))
    case .after(.months(let months)): return (".+\(months)m", after(.months(months)))
    default:
      notes.tell("the schedule becomes some days after the last time", habit)
      let days = TimesInDays(schedule)?.stride ?? 1
      return (".+\(days)d", after(.days(days)))
    }
  }
}
