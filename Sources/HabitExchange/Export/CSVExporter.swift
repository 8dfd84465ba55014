internal import HabitCore
internal import HabitFiles

struct CSVExporter {
  let source: ExportSource
  let notes: ExportNotes

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    let columns = RecordKey.all.filter { $0.cell != nil }
    let header = ["habit", "date", "progress", "unit"] + columns.map(\.name)
    try sink("", header.joined(separator: ",") + "\n")
    for habit in source.habits {
      var lines = ""
      if habit.records.isEmpty { notes.tell("no records, so not in the table", habit.habit) }
      for (day, record) in habit.records {
        let unit = habit.habit.goal.value(on: day).spelledUnit
        let total = record.progress?.description ?? ""
        let cells =
          [habit.habit.name.text, "\(day)", total, unit] + columns.map { $0.cell?(record) ?? "" }
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
