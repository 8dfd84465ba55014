internal import HabitCore
internal import HabitFiles

/// Any CSV table with a header: a row for each day of each habit, or a row for each day.
///
/// Habitify, HabitBull and Streaks are tables of the first kind with headers of their own.
struct CSVImporter {
  let text: ImportText
  let separator: UInt8
  let header: CSVReader.Row
  private let dates: DateSpelling
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

  static func read(_ file: ImportFile, into collector: inout ImportCollector) {
    guard let text = ImportText(file, &collector) else { return }
    guard let separator = CSVReader.separator(of: text.bytes),
      var importer = table(text, separator, collector.options)
    else {
      return collector.leaveOut(file.line(1), "no header with columns")
    }
    guard collector.checkColumns(of: importer.header, in: file) else { return }
    importer.read(into: &collector)
  }

  /// The table of a text, which decides how its days are spelled; nil when it has no rows.
  private static func table(
    _ text: ImportText,
    _ separator: UInt8,
    _ options: ImportOptions
  ) -> CSVImporter? {
    var reader = CSVReader(text.bytes, separator: separator)
    guard let header = reader.next() else { return nil }
    let plain = CSVImporter(text, separator, header, DateSpelling(of: [], said: nil))
    let column = plain.column(.date, options)
    let cells = CSVReader(text.bytes, separator: separator).lazy.dropFirst()
      .map { $0.text(column) }
    let dates = DateSpelling(of: cells, said: options.monthFirst)
    return CSVImporter(text, separator, header, dates)
  }

  private init(
    _ text: ImportText,
    _ separator: UInt8,
    _ header: CSVReader.Row,
    _ dates: DateSpelling
  ) {
    self.text = text
    self.separator = separator
    self.header = header
    self.dates = dates
  }

  private mutating func read(into collector: inout ImportCollector) {
    let names = header.fields.map { $0.trimmed }
    let isRefused = Set(names.filter { !$0.isEmpty }).count < names.count { !$0.isEmpty }
    if isRefused {
      let twice = names.first { name in names.count { $0 == name } > 1 } ?? ""
      collector.leaveOut(text.file.line(header.line), "two columns \(twice.excerpt)")
    }
    guard let date = column(.date, collector.options) else {
      return collector.leaveOut(
        text.file.line(header.line),
        "no column of dates; say which with --column NAME=date"
      )
    }
    if let layout = LongLayout(self, date: date, collector.options) {
      readLong(layout, &collector)
    } else {
      readWide(date: date, &collector)
    }
    var reader = rows()
    while reader.next() != nil {}
    if let line = reader.openQuote {
      collector.leaveOut(text.file.line(line), "a quote that does not end")
    }
    if isRefused || isAmbiguous || reader.openQuote != nil { collector.refuse() }
  }

  func rows() -> CSVReader {
    var reader = CSVReader(text.bytes, separator: separator)
    _ = reader.next()
    return reader
  }

  /// The column of a kind: what the user says, else the first that a header names.
  func column(_ kind: Column, _ options: ImportOptions) -> Int? {
    let names = header.fields.map { $0.trimmed.lowercased() }
    let said = Dictionary(
      options.columns.map { ($0.key.lowercased(), $0.value) },
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

  func kind(of column: Int, _ options: ImportOptions) -> Column? {
    let name = header.text(column).lowercased()
    return options.columns.first { $0.key.lowercased() == name }?.value
  }

  mutating func day(
    _ row: CSVReader.Row,
    _ column: Int,
    _ collector: inout ImportCollector
  ) -> Day? {
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
