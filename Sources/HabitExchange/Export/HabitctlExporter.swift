internal import HabitCore

/// The two files of habitctl, which knows ticks only.
struct HabitctlExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    var habits: [String] = ["# Made by habit export habitctl."]
    var log: [Day: String] = [:]
    for exported in source.habits {
      let habit = exported.habit
      let schedule = habit.schedule(today: source.today)
      let days = TimesInDays(schedule)?.stride ?? 0
      let there = Schedule(1, inAny: days, hasCalendar: false, isLimit: false)
      if schedule != (days == 0 ? .anyTime : there) {
        notes.tell("the schedule becomes some days after the last time", habit)
      }
      if habit.isBreaking { notes.tell("habits to do less of become ordinary ones", habit) }
      habits.append("\(days) \(habit.name)")
      for (day, record) in exported.records {
        guard record.progress != nil || record.skip != nil else {
          notes.tell("days with nothing but a note are left out", habit)
          continue
        }
        let isDone = habit.isDone(record, on: day)
        let value = isDone ? "y" : record.skip != nil ? "s" : "n"
        notes.tellSkip(record, isDone: isDone, habit)
        log[day, default: ""] += "\(day)\t\(habit.name)\t\(value)\n"
        if let progress = record.progress, ![.zero, Amount(1)].contains(progress) {
          notes.tell("amounts are left out: a day is done or not", habit)
        }
      }
      notes.tellUsual(exported, besides: [.skips]) { _, record in
        record.progress != nil || record.skip != nil
      }
      if habit.goal.entries.map(\.value) != [.once] {
        notes.tell("goals and units are left out", habit)
      }
    }
    try sink("habits", habits.joined(separator: "\n") + "\n")
    try sink("log", "")
    let days = log.keys.sorted()
    for day in days { try sink("log", (day == days[0] ? "" : "\n") + (log[day] ?? "")) }
  }
}
