internal import HabitCore
internal import HabitFiles

/// A file for BeaverHabits.
enum BeaverHabitsExporter {
  static func export<Failure>(
    _ source: ExportSource,
    _ notes: inout ExportNotes,
    to sink: ExportSink<Failure>
  ) throws(Failure) {
    try sink("", "{\"habits\": [\n")
    var separator = ""
    for exported in source.habits {
      try sink("", separator + habit(exported, source, &notes))
      separator = ",\n"
      notes.tellUsual(exported, besides: [.notes, .tags, .moreTags, .pauses])
    }
    try sink("", "]}\n")
  }

  private static func habit(
    _ exported: ExportedHabit,
    _ source: ExportSource,
    _ notes: inout ExportNotes
  ) -> String {
    let habit = exported.habit
    let origin = exported.document.origins.first { $0.program == "beaverhabits" }
    let id = origin?.id ?? habit.id.stableDigits(of: source.user, count: 6)
    let isAtRest = habit.isAtRest(on: source.today)
    if habit.isBreaking { notes.tell("habits to do less of become ordinary ones", habit) }
    if habit.goal.entries.map(\.value) != [.once] {
      notes.tell("goals and units are left out", habit)
    }
    let isOnlyAtRest = habit.pauses.allSatisfy { $0.end == nil && $0.start <= source.today }
    if !isOnlyAtRest { notes.tell("pauses are left out", habit) }
    let members = [
      "\"id\": \(id.jsonQuoted)", "\"name\": \(habit.name.text.jsonQuoted)",
      "\"tags\": \(habit.tags.jsonList)", "\"star\": false",
      "\"status\": \"\(isAtRest ? "archive" : "active")\"",
      "\"period\": \(period(habit, source.today, &notes))",
      "\"records\": [\(records(exported, &notes).joined(separator: ", "))]",
    ]
    return "{" + members.joined(separator: ", ") + "}"
  }

  private static func period(_ habit: Habit, _ today: Day, _ notes: inout ExportNotes) -> String {
    func spell(_ type: String, _ count: Int, _ times: Int) -> String {
      "{\"period_type\": \"\(type)\", \"period_count\": \(count), \"target_count\": \(times)}"
    }
    let schedule = habit.schedule(today: today)
    switch schedule {
    case .daily: return "null"
    case .quota(let times, .week): return spell("W", 1, times)
    case .quota(let times, .month): return spell("M", 1, times)
    case .quota(let times, .days(let days)): return spell("D", days, times)
    default:
      notes.tell("the schedule becomes a number of times in some days", habit)
      return TimesInDays(schedule).map { spell("D", $0.days, $0.times) } ?? "null"
    }
  }

  private static func records(_ exported: ExportedHabit, _ notes: inout ExportNotes) -> [String] {
    exported.records.compactMap { day, record in
      guard let progress = record.progress else {
        notes.tell("days without an amount are left out", exported.habit)
        return nil
      }
      if ![.zero, Amount(1)].contains(progress) {
        notes.tell("amounts are left out: a day is done or not", exported.habit)
      }
      let isDone = exported.habit.isDone(record, on: day)
      let text = record.note.map { ", \"text\": \($0.jsonQuoted)" } ?? ""
      return "{\"day\": \"\(day)\", \"done\": \(isDone)\(text)}"
    }
  }
}
