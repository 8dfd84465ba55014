internal import HabitCore
internal import HabitFiles

/// Any CSV table with a header: a row for each day of each habit, or a row for each day.
///
/// Habitify, HabitBull and Streaks are tables of the first kind with headers of their own.
final class CSVImporter {
  let collector: ImportCollector
  let text: ImportText
  let separator: UInt8
  let header: CSVReader.Row
  private var dates = DateSpelling(of: [], said: nil)
  private var isAmbiguous = false

  typealias Column = ImportOptions.Column

  /// The words that headers use.
  static let aliases: [(column: Column, headers: [String])] = [
    (.date, ["date", "day", "datum", "fecha", "entry_date", "calendardate"]),
    (.habit, ["habit", "name", "habitname", "title", "task"]),
    (.value, ["value", "amount", "quantity", "progress", "total log", "done", "status"]),
    (.note, ["note", "notes", "comment", "commenttext"]),
    (.skip, ["skip"]),
  ]

  /// The headers that say only that a column has values.
  static let valueHeaders = (aliases.first { $0.column == .value }?.headers ?? []) + ["check"]

  init?(_ file: ImportFile, _ collector: ImportCollector) {
    guard let text = ImportText(file, collector) else { return nil }
    let separator = CSVReader.separator(of: text.bytes)
    var rows = CSVReader(text.bytes, separator: separator ?? 0)
    guard let separator, let header = rows.next() else {
      collector.leaveOut(file.line(1), "no header with columns")
      return nil
    }
    guard collector.checkColumns(of: header, in: file) else { return nil }
    self.collector = collector
    self.text = text
    self.separator = separator
    self.header = header
    // The whole table decides how its days are spelled.
    let date = column(.date)
    let cells = rows.lazy.map { $0.text(date) }
    dates = DateSpelling(of: cells, said: collector.options.monthFirst)
  }

  func read() {
    let names = header.fields.map(\.trimmed)
    let isRefused = Set(names.filter { !$0.isEmpty }).count < names.count { !$0.isEmpty }
    if isRefused {
      let twice = names.first { name in names.count { $0 == name } > 1 } ?? ""
      collector.leaveOut(text.file.line(header.line), "two columns \(twice.excerpt)")
    }
    guard let date = column(.date) else {
      return collector.leaveOut(
        text.file.line(header.line),
        "no column of dates; say which with --column NAME=date"
      )
    }
    if let layout = LongLayout(self, date: date) {
      readLong(layout)
    } else {
      readWide(date: date)
    }
    var reader = rows()
    while reader.next() != nil {}
    let isCut = collector.isCut(reader, in: text.file)
    if isRefused || isAmbiguous || isCut { collector.refuse() }
  }

  func rows() -> CSVReader {
    var reader = CSVReader(text.bytes, separator: separator)
    _ = reader.next()
    return reader
  }

  /// The column of a kind: what the user says, else the first that a header names.
  func column(_ kind: Column) -> Int? {
    let names = header.fields.map { $0.trimmed.lowercased() }
    let said = Dictionary(
      collector.options.columns.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    if let index = names.firstIndex(where: { said[$0] == kind }) { return index }
    let aliases = CSVImporter.aliases.first { $0.column == kind }?.headers ?? []
    for alias in aliases {
      if let index = names.firstIndex(of: alias), said[names[index]] == nil { return index }
    }
    guard kind == .date, let first = header.fields.indices.first else { return nil }
    // A date in the first column needs no header.
    var reader = rows()
    guard let row = reader.next() else { return nil }
    return DateSpelling(of: [], said: true).read(row.text(first)) == .none ? nil : first
  }

  func kind(of column: Int) -> Column? {
    let name = header.text(column).lowercased()
    return collector.options.columns.first { $0.key.lowercased() == name }?.value
  }

  func day(_ row: CSVReader.Row, _ column: Int) -> Day? {
    let place = text.file.line(row.line)
    let cell = row.text(column)
    switch dates.read(cell) {
    case .day(let day): return collector.day(day, cell, at: place)
    case .none: return collector.day(nil, cell, at: place)
    case .ambiguous(let dayFirst, let monthFirst):
      isAmbiguous = true
      collector.leaveOut(
        place,
        "\(cell.excerpt) is \(dayFirst) with --dates dmy, and \(monthFirst) with --dates mdy: say "
          + "which"
      )
      return nil
    }
  }
}
