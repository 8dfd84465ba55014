internal import HabitCore

struct CSVExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    try sink("", "habit,date,progress,unit,skip,difficulty,note\n")
    for habit in source.habits {
      var lines = ""
      if habit.records.isEmpty { notes.tell("no records, so not in the table", habit.habit) }
      for (day, record) in habit.records {
        let unit = habit.habit.goal.value(on: day).spelledUnit
        let cells: [String] = [
          habit.habit.name.text, "\(day)", record.progress?.description ?? "", unit,
          record.skip?.rawValue ?? "", record.difficulty.map { "\($0.rawValue)" } ?? "",
          record.note ?? "",
        ]
        lines += cells.map(\.csvQuoted).joined(separator: ",") + "\n"
      }
      if habit.records.contains(where: { !$0.record.at.isEmpty }) {
        notes.tell("times of the day are left out", habit.habit)
      }
      try sink("", lines)
    }
    notes.tell("goals, schedules and all else but records are left out; export json has everything")
  }
}

extension String {
  /// The text as a cell of RFC 4180.
  public var csvQuoted: String {
    let needsQuotes = utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
    return needsQuotes ? "\"" + escaping { $0 == "\"" ? "\"\"" : nil } + "\"" : self
  }
}
