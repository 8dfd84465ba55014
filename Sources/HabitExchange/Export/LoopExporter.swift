internal import HabitCore
internal import HabitFiles

/// The SQL of a database that Loop Habit Tracker takes: its schema of version 25.
///
/// Loop finds habits by uuid, so the same habit has the same one in every export.
struct LoopExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    try sink("", LoopExporter.schema.joined(separator: "\n") + "\n")
    var row = 1
    for (index, exported) in source.habits.enumerated() {
      var lines = ["BEGIN;"]
      let isNumeric = isNumeric(exported)
      lines.append(habit(exported, index, isNumeric))
      for (day, record) in exported.records {
        guard let value = value(record, isNumeric, exported.habit) else { continue }
        let time = Int(day.number) * 86_400_000
        let note = record.note.map(quoted) ?? "''"
        lines.append(
          "INSERT INTO Repetitions VALUES(\(row),\(index + 1),\(time),\(value),\(note));"
        )
        row += 1
      }
      tell(exported)
      lines.append("COMMIT;\n")
      try sink("", lines.joined(separator: "\n"))
    }
    try sink(
      "",
      "CREATE UNIQUE INDEX idx_repetitions_habit_timestamp on Repetitions(habit, timestamp);\n"
        + "PRAGMA user_version = 25;\n"
    )
  }

  private static let schema = [
    "CREATE TABLE android_metadata (locale TEXT);",
    "INSERT INTO android_metadata VALUES('en_US');",
    "CREATE TABLE Habits (id integer primary key autoincrement, archived integer, color integer, "
      + "description text, freq_den integer, freq_num integer, highlight integer, name text, "
      + "position integer, reminder_hour integer, reminder_min integer, "
      + "reminder_days integer not null default 127, type integer not null default 0, "
      + "target_type integer not null default 0, target_value real not null default 0, "
      + "unit text not null default \"\", question text, uuid text);",
    "CREATE TABLE Repetitions (id integer primary key autoincrement, "
      + "habit integer not null references habits(id), timestamp integer not null, "
      + "value integer not null, notes text);",
  ]

  /// A text as its bytes: to sqlite3 a text literal is SQL, and lines that may be commands of its own.
  private func quoted(_ text: String) -> String {
    let digits = text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }
    return "CAST(X'\(digits.joined())' AS TEXT)"
  }

  /// Whether the habit is counted there: yes or no cannot hold amounts.
  private func isNumeric(_ exported: ExportedHabit) -> Bool {
    exported.habit.isBreaking || exported.habit.goal(today: source.today) != .once
      || exported.records.contains { ![nil, .zero, Amount(1)].contains($0.record.progress) }
  }

  private func habit(_ exported: ExportedHabit, _ index: Int, _ isNumeric: Bool) -> String {
    let habit = exported.habit
    let goal = habit.goal(today: source.today)
    let origin = exported.document.origins.first { $0.program == "loop" }
    let uuid = origin?.id ?? habit.id.stableDigits(of: source.user, count: 32)
    let (times, days) = frequency(habit, goal)
    if isNumeric, !goal.isSum, times == 1, [7, 30].contains(days) {
      notes.tell("the schedule becomes a goal of the week or the month", habit)
    }
    let reminder = habit.reminders.first.map { Int($0.seconds) / 60 }
    let values = [
      "\(index + 1)", habit.isAtRest(on: source.today) ? "1" : "0",
      "\(habit.color.map(LoopDatabaseImporter.index) ?? 8)", quoted(habit.description ?? ""),
      "\(days)", "\(times)", "0", quoted(habit.name.text), "\(index)",
      reminder.map { "\($0 / 60)" } ?? "NULL", reminder.map { "\($0 % 60)" } ?? "NULL", "127",
      isNumeric ? "1" : "0", habit.isBreaking ? "1" : "0",
      isNumeric ? "\(goal.amount)" : "0", quoted(isNumeric ? goal.spelledUnit : ""), "''",
      quoted(uuid),
    ]
    return "INSERT INTO Habits VALUES(\(values.joined(separator: ",")));"
  }

  private func frequency(_ habit: Habit, _ goal: Goal) -> (Int, Int) {
    guard let frequency = TimesInDays(habit.schedule(today: source.today)) else {
      notes.tell("what is only tracked becomes due once a month", habit)
      return (1, 30)
    }
    if goal.isSum { return (1, frequency.days) }
    _ = notes.frequency(of: habit, hasCalendar: true, isLimit: habit.isBreaking)
    return (frequency.times, frequency.days)
  }

  private func value(_ record: Record, _ isNumeric: Bool, _ habit: Habit) -> Int? {
    guard let progress = record.progress else {
      if record.skip != nil { return LoopHabit.Value.skip }
      return record.notes.isEmpty ? nil : LoopHabit.Value.unknown
    }
    if record.skip != nil { notes.tell("a skipped day with an amount is not skipped there", habit) }
    guard isNumeric else { return progress == .zero ? LoopHabit.Value.no : LoopHabit.Value.yes }
    if progress.thousandths > Int32.max {
      notes.tell("amounts above 2,147,483.647 are cut", habit)
    } else if progress.thousandths == 3 {
      notes.tell("the amount 0.003 means skipped in Loop: 0.004 there", habit)
      return 4
    }
    return Int(min(progress.thousandths, Int64(Int32.max)))
  }

  private func tell(_ exported: ExportedHabit) {
    let habit = exported.habit
    let hasLongSum = habit.goal.entries.contains { [.quarter, .year].contains($0.value.per) }
    let held: Set<ExportedPart> = [
      .notes, .skips, .descriptions, .colors, .endings, .reminders,
    ]
    notes.tellUsual(exported, besides: hasLongSum ? held : held.union([.sums]))
    if habit.reminders.count > 1 { notes.tell("reminders but the first are left out", habit) }
    notes.tell("the colour becomes the nearest of Loop's, or one where there was none", habit)
    if case .breaking(_, .missed) = habit.kind {
      notes.tell("a day without a record of a habit to do less of counts as kept there", habit)
    }
  }
}
