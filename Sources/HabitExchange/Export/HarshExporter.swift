internal import HabitCore
internal import HabitFiles

/// The two files of harsh 0.14.
enum HarshExporter {
  static func export<Failure>(
    _ source: ExportSource,
    _ notes: inout ExportNotes,
    to sink: ExportSink<Failure>
  ) throws(Failure) {
    var habits = ["# Made by habit export harsh."]
    var heading: String?
    var log: [Day: String] = [:]
    for exported in source.mapping(ordered).habits {
      let habit = exported.habit
      if let tag = habit.tags.first, tag != heading {
        habits += ["", "! \(plain(tag, exported, &notes))"]
      } else if habit.tags.isEmpty, heading != nil {
        // A heading holds until the next one.
        habits += ["", "! Others"]
        notes.tell("a habit without a tag comes under the heading Others", habit)
      }
      heading = habit.tags.first ?? (heading == nil ? nil : "Others")
      let name = plain(habit.name.text, exported, &notes)
      habits.append(line(name, exported, source.today, &notes))
      for (day, record) in exported.records {
        guard let line = entry(name, exported, day, record, &notes) else { continue }
        log[day, default: ""] += line + "\n"
      }
      notes.tellUsual(exported, besides: [.notes, .skips, .tags, .ends])
      tellAmounts(exported, &notes)
    }
    try sink("habits", habits.joined(separator: "\n") + "\n")
    try sink("log", "")
    for day in log.keys.sorted() { try sink("log", log[day] ?? "") }
  }

  /// Habits without a tag first: what follows a heading is under it.
  private static func ordered(_ habits: [HabitDocument]) -> [HabitDocument] {
    let tags = habits.compactMap(\.habit.tags.first).unique
    return habits.filter(\.habit.tags.isEmpty)
      + tags.flatMap { tag in habits.filter { $0.habit.tags.first == tag } }
  }

  private static func line(
    _ name: String,
    _ exported: ExportedHabit,
    _ today: Day,
    _ notes: inout ExportNotes
  ) -> String {
    let habit = exported.habit
    let schedule = habit.schedule(today: today)
    let frequency = TimesInDays(schedule)
    if let frequency, !frequency.isExact {
      notes.tell("named days become a number of times in some days", habit)
    }
    if frequency.map({ [7, 30].contains($0.days) }) ?? false {
      notes.tell("calendar weeks and months become any 7 or 30 days", habit)
    }
    if habit.isBreaking { notes.tell("habits to do less of become ordinary ones", habit) }
    let spelled =
      frequency.map { $0.times == 1 ? "\($0.days)" : "\($0.times)/\($0.days)" } ?? "0"
    let end = habit.end.map { ": \($0)" } ?? ""
    // A line that begins with one of these does not name a habit.
    let margin = name.hasPrefix("#") || name.hasPrefix("!") ? " " : ""
    return "\(margin)\(name): \(spelled)\(end)"
  }

  private static func entry(
    _ name: String,
    _ exported: ExportedHabit,
    _ day: Day,
    _ record: Record,
    _ notes: inout ExportNotes
  ) -> String? {
    let isDone = exported.habit.isDone(record, on: day)
    let outcome: String
    if record.skip != nil, !isDone {
      outcome = "s"
    } else if record.progress != nil {
      outcome = isDone ? "y" : "n"
    } else {
      notes.tell("days with nothing but a note are left out", exported.habit)
      return nil
    }
    if outcome == "s", record.progress != nil {
      notes.tell("amounts of skipped days are left out", exported.habit)
    }
    var amount = ""
    if outcome != "s", let progress = record.progress, progress > .zero {
      amount = isDone && progress == Amount(1) ? "" : "\(progress)"
    }
    let note = plain(record.note ?? "", exported, &notes, separators: [" : "])
    return "\(day) : \(name) : \(outcome) : \(note) : \(amount)"
  }

  /// A text without what separates fields; a colon in a note is a colon.
  private static func plain(
    _ text: String,
    _ exported: ExportedHabit,
    _ notes: inout ExportNotes,
    separators: [String] = [" : ", ": ", "! "]
  ) -> String {
    var line = text.singleLine
    for separator in separators {
      line = line.separated(by: separator).joined(separator: ", ")
    }
    if line.hasSuffix(" :") { line = String(line.dropLast(2)) }
    if line != text { notes.tell("line breaks and colons in texts are replaced", exported.habit) }
    return line
  }

  /// harsh has no goals: amounts alone tell a reader how much is done.
  private static func tellAmounts(_ exported: ExportedHabit, _ notes: inout ExportNotes) {
    let habit = exported.habit
    let goals = habit.goal.entries.map(\.value)
    if goals != [.once] { notes.tell("goals and units are left out, amounts stay", habit) }
  }
}
