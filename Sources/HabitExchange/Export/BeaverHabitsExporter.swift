internal import HabitCore
internal import HabitFiles

struct BeaverHabitsExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    try sink("", "{\"habits\": [\n")
    var separator = ""
    for exported in source.habits {
      try sink("", separator + habit(exported))
      separator = ",\n"
      notes.tellUsual(exported, besides: [.notes, .tags, .moreTags, .endings]) { _, record in
        record.progress != nil
      }
    }
    try sink("", "]}\n")
  }

  private func habit(_ exported: ExportedHabit) -> String {
    let habit = exported.habit
    let origin = exported.document.origins.first { $0.program == "beaverhabits" }
    let id = origin?.id ?? habit.id.stableDigits(of: source.user, count: 6)
    let isAtRest = habit.isAtRest(on: source.today)
    if habit.isBreaking { notes.tell("habits to do less of become ordinary ones", habit) }
    if habit.goal.entries.map(\.value) != [.once] {
      notes.tell("goals and units are left out", habit)
    }
    let members = [
      "\"id\": \(id.jsonQuoted)", "\"name\": \(habit.name.text.jsonQuoted)",
      "\"tags\": \(habit.tags.jsonList)", "\"star\": false",
      "\"status\": \"\(isAtRest ? "archive" : "active")\"",
      "\"period\": \(period(habit))",
      "\"records\": [\(records(exported).joined(separator: ", "))]",
    ]
    return "{" + members.joined(separator: ", ") + "}"
  }

  private func period(_ habit: Habit) -> String {
    func spell(_ type: String, _ count: Int, _ times: Int) -> String {
      "{\"period_type\": \"\(type)\", \"period_count\": \(count), \"target_count\": \(times)}"
    }
    switch habit.schedule(today: source.today) {
    case .daily: return "null"
    case .quota(let times, .week): return spell("W", 1, times)
    case .quota(let times, .month): return spell("M", 1, times)
    case .quota(let times, .year): return spell("Y", 1, times)
    // Once a month is another thing there, too.
    case .after(.months(let months)) where months > 1: return spell("M", months, 1)
    default:
      let frequency = notes.frequency(of: habit, hasCalendar: false)
      return frequency.map { spell("D", $0.days, $0.times) } ?? "null"
    }
  }

  private func records(_ exported: ExportedHabit) -> [String] {
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
