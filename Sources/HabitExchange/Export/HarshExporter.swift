internal import HabitCore
internal import HabitFiles

/// The two files of harsh 0.14.
struct HarshExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    var habits = ["# Made by habit export harsh."]
    var heading: String?
    var log: [Day: String] = [:]
    for exported in source.mapping(ordered).habits {
      let habit = exported.habit
      if let tag = habit.tags.first, tag != heading {
        habits += ["", "! \(plain(tag, habit))"]
      } else if habit.tags.isEmpty, heading != nil {
        // A heading holds until the next one.
        habits += ["", "! Others"]
        notes.tell("a habit without a tag comes under the heading Others", habit)
      }
      heading = habit.tags.first ?? (heading == nil ? nil : "Others")
      let name = plain(habit.name.text, habit)
      habits.append(line(name, habit))
      let hasAmounts = exported.records.contains {
        ![nil, .zero, Amount(1)].contains($0.record.progress)
      }
      for (day, record) in exported.records {
        guard let line = entry(name, habit, day, record, hasAmounts) else { continue }
        log[day, default: ""] += line + "\n"
      }
      notes.tellUsual(exported, besides: [.notes, .skips, .tags, .ends]) { _, record in
        record.progress != nil || record.skip != nil
      }
      // harsh has no goals: amounts alone tell a reader how much is done.
      if habit.goal.entries.map(\.value) != [.once] {
        notes.tell("goals and units are left out, amounts stay", habit)
      }
    }
    try sink("habits", habits.joined(separator: "\n") + "\n")
    try sink("log", "")
    for day in log.keys.sorted() { try sink("log", log[day] ?? "") }
  }

  /// Habits without a tag first: what follows a heading is under it.
  private func ordered(_ habits: [HabitDocument]) -> [HabitDocument] {
    let tags = habits.compactMap(\.habit.tags.first).unique
    return habits.filter(\.habit.tags.isEmpty)
      + tags.flatMap { tag in habits.filter { $0.habit.tags.first == tag } }
  }

  private func line(_ name: String, _ habit: Habit) -> String {
    let frequency = notes.frequency(of: habit, hasCalendar: false, else: .anyTime)
    if habit.isBreaking { notes.tell("habits to do less of become ordinary ones", habit) }
    let spelled =
      frequency.map { $0.times == 1 ? "\($0.days)" : "\($0.times)/\($0.days)" } ?? "0"
    let end = habit.end.map { ": \($0)" } ?? ""
    // A line that begins with one of these does not name a habit.
    let margin = name.hasPrefix("#") || name.hasPrefix("!") ? " " : ""
    return "\(margin)\(name): \(spelled)\(end)"
  }

  private func entry(
    _ name: String,
    _ habit: Habit,
    _ day: Day,
    _ record: Record,
    _ hasAmounts: Bool
  ) -> String? {
    let isDone = habit.isDone(record, on: day)
    let outcome: String
    if record.skip != nil, !isDone {
      outcome = "s"
    } else if record.progress != nil {
      outcome = isDone ? "y" : "n"
    } else {
      notes.tell("days with nothing but a note are left out", habit)
      return nil
    }
    notes.tellSkip(record, isDone: isDone, habit)
    var amount = ""
    if outcome != "s", let progress = record.progress, progress > .zero {
      amount = hasAmounts || !isDone ? "\(progress)" : ""
    }
    let note = plain(record.note ?? "", habit, separators: [" : "])
    return "\(day) : \(name) : \(outcome) : \(note) : \(amount)"
  }

  /// A text without what separates fields; a colon in a note is a colon.
  private func plain(
    _ text: String,
    _ habit: Habit,
    separators: [String] = [" : ", ": ", "! "]
  ) -> String {
    var line = text.singleLine
    for separator in separators {
      line = line.separated(by: separator).joined(separator: ", ")
    }
    if line.hasSuffix(" :") { line = String(line.dropLast(2)) }
    if line != text { notes.tell("line breaks and colons in texts are replaced", habit) }
    return line
  }
}
