internal import HabitCore
internal import HabitFiles

/// Any CSV table: a row for each day of each habit, or a row for each day.
///
/// Habitify, HabitBull and Streaks are tables of the first kind with headers of their own.
final class CSVImporter {
  let collector: ImportCollector
  let text: ImportText
  let header: CSVReader.Row
  /// The columns, by what all of their cells say.
  private(set) var columns: [CSVColumn]
  /// The rows behind the header.
  let rows: CSVReader
  private let isHeaded: Bool
  private var dates: DateSpelling
  private var isAmbiguous = false

  typealias Column = ImportOptions.Column

  /// The words that headers use.
  private static let aliases: [(column: Column, headers: [String])] = [
    (.date, ["date", "day", "datum", "fecha", "entry_date", "calendardate"]),
    (.habit, ["habit", "name", "habitname", "title", "task"]),
    (.value, valueHeaders),
    (.note, ["note", "notes", "comment", "commenttext"]),
    (.skip, ["skip"]),
  ]

  /// What people call the columns and rows that a spreadsheet computes.
  private static let sums: Set = [
    "total", "totals", "sum", "summe", "gesamt", "average", "streak", "%",
  ]

  private static let valueHeaders = [
    "value", "amount", "quantity", "progress", "total log", "done", "completed", "status", "check",
  ]

  init?(_ file: ImportFile, _ collector: ImportCollector) {
    guard let text = ImportText(file, collector) else { return nil }
    dates = DateSpelling(collector.options)
    let separator = CSVReader.separator(of: text.bytes)
    var reader = CSVReader(text.bytes, separator: separator ?? 0)
    var above = reader
    var next = separator.flatMap { _ in reader.next() }
    // What stands above a table, and the separator as spreadsheets say it.
    while let title = next, title.isBlank(from: 1), dates.read(title.text(0)) == .none {
      collector.tell(file.line(title.line), "\(title.text(0).excerpt): no header, passed over")
      above = reader
      next = reader.next()
    }
    guard let first = next else {
      collector.leaveOut(file.line(1), "no header with columns")
      return nil
    }
    guard collector.checkColumns(of: first, in: file) else { return nil }
    self.collector = collector
    self.text = text
    isHeaded = dates.read(first.text(0)) == .none
    rows = isHeaded ? reader : above
    header = isHeaded ? first : CSVImporter.header(above: first, collector.options)
    columns = header.fields.map { field in
      let isExpected = CSVImporter.valueHeaders.contains(field.trimmed.lowercased())
      return CSVColumn(field.trimmed, collector.options, isExpected: isExpected)
    }
  }

  /// The header that a table has by its first row: days with values and notes, or with habits and values.
  private static func header(above first: CSVReader.Row, _ options: ImportOptions) -> CSVReader.Row
  {
    var columns = [CSVColumn("", options), CSVColumn("", options)]
    for index in columns.indices { columns[index].look(at: first.text(index + 1), line: 1) }
    let isNamed = !columns[0].texts.isEmpty && columns[1].hasValues
    let names = isNamed ? ["date", "habit", "value", "note"] : ["date", "value", "note"]
    return CSVReader.Row(line: first.line, fields: Array(names.prefix(first.fields.count)))
  }

  static func read(_ file: ImportFile, into collector: ImportCollector) {
    guard let table = CSVImporter(file, collector) else { return }
    (table.turned() ?? table).read()
  }

  /// The table with a row for each column, where these are days; nil of any other.
  private func turned() -> CSVImporter? {
    let days = header.fields.map { field in
      // `2026` or `January 2026` stands before the days of a year or a month.
      let isPart = field.first?.isNumber ?? false
      let spellings = isPart ? [field, "\(field) \(header.text(0))"] : []
      return spellings.first { dates.read($0) != .none } ?? field
    }
    let name = column(.habit) ?? 0
    guard isHeaded, days.count(where: { dates.read($0) != .none }) > 1,
      dates.read(days[name]) == .none
    else { return nil }
    var reader = rows
    var habits: [CSVReader.Row] = []
    while let row = reader.next() { habits.append(row) }
    guard !collector.isCut(reader, in: text.file) else { return nil }
    let lines = header.fields.indices.filter { $0 != name }.map { index in
      ([days[index]] + habits.map { $0.text(index) }).map(\.csvQuoted).joined(separator: ",")
    }
    let head = (["date"] + habits.map { $0.text(name) }).map(\.csvQuoted).joined(separator: ",")
    let table = ([head] + lines).joined(separator: "\n")
    let file = ImportFile(name: "\(text.file.name), column", bytes: Array(table.utf8))
    return CSVImporter(file, collector)
  }

  private func read() {
    guard let date = column(.date) else {
      let hint = "say which with --column NAME=date"
      return collector.leaveOut(place(of: header), "no column of dates; \(hint)")
    }
    let names = columns.map(\.name).filter { !$0.isEmpty }
    for name in names.unique where names.count(where: { $0 == name }) > 1 {
      collector.tell(place(of: header), "two columns \(name.excerpt)")
    }
    // All of the table decides how it spells days and numbers.
    var reader = rows
    while let row = reader.next() {
      dates.look(at: row.text(date))
      for index in columns.indices where index != date && index < row.fields.count {
        columns[index].look(at: row.text(index), line: row.line)
      }
      if !isHeaded, row.fields.count > columns.count {
        let hint = "begin the file with a line such as: date,Read,Run"
        let count = row.fields.count
        return collector.leaveOut(place(of: row), "\(count) columns without names; \(hint)")
      }
    }
    if let layout = LongLayout(self, date: date) {
      readLong(layout)
    } else {
      readWide(date: date)
    }
    if collector.isCut(reader, in: text.file) || isAmbiguous { collector.refuse() }
  }

  func place(of row: CSVReader.Row) -> ImportPlace { text.file.line(row.line) }

  /// The column of a kind: what the user says, else the first that a header names.
  func column(_ kind: Column) -> Int? {
    let said = kind == .value ? [kind, .sum] : [kind]
    if let index = columns.firstIndex(where: { $0.said.map(said.contains) ?? false }) {
      return index
    }
    let names = columns.map { $0.said == nil ? $0.name.lowercased() : "" }
    let aliases = CSVImporter.aliases.first { $0.column == kind }?.headers ?? []
    if let index = aliases.lazy.compactMap({ names.firstIndex(of: $0) }).first { return index }
    guard kind == .date else { return nil }
    // Dates need no header.
    let first = rows.first { _ in true }
    return columns.indices.first { index in
      columns[index].said == nil && first.map { dates.read($0.text(index)) != .none } ?? false
    }
  }

  /// Whether a header is a word that says what a column is.
  func isKnown(_ column: Int) -> Bool {
    let name = columns[column].name.lowercased()
    return CSVImporter.aliases.contains { $0.headers.contains(name) }
  }

  /// Whether a header says that a spreadsheet computes the column.
  func isSum(_ column: Int) -> Bool {
    columns[column].said == nil && CSVImporter.sums.contains(columns[column].name.lowercased())
  }

  /// Whether a header says only that a column has values.
  func isOfValue(_ column: Int) -> Bool {
    columns[column].said == nil
      && CSVImporter.valueHeaders.contains(columns[column].name.lowercased())
  }

  func day(_ row: CSVReader.Row, _ column: Int) -> Day? {
    let place = place(of: row)
    let cell = row.text(column)
    switch dates.read(cell) {
    case .day(let day): return collector.day(day, cell, at: place)
    case .none where CSVImporter.sums.contains(cell.lowercased()):
      collector.tell(place, "\(cell.excerpt): no day")
      return nil
    case .none: return collector.day(nil, cell, at: place)
    case .ambiguous(let dayFirst, let monthFirst):
      let ways = "\(dayFirst) with --dates dmy, and \(monthFirst) with --dates mdy"
      return undecided("\(cell.excerpt) is \(ways): say which", at: place)
    }
  }

  /// Leaves out the table, as nothing in it tells how a cell is meant.
  private func undecided<Value>(_ question: String, at place: ImportPlace) -> Value? {
    if !isAmbiguous { collector.leaveOut(place, question) }
    isAmbiguous = true
    return nil
  }

  /// What a cell says of its day, for a habit that is counted in a unit: the first one that is said.
  ///
  /// - Returns: nil when the cell is left out.
  func fact(
    _ text: String,
    of column: CSVColumn,
    in unit: inout String,
    at place: ImportPlace
  ) -> ImportedDay? {
    switch column.cell(text) {
    case .empty: return ImportedDay()
    case .done: return .done
    case .missed: return .missed
    case .skip: return .skipped
    case .text:
      let hint = CSVImporter.hints(of: [text]).map { "; say \($0)" }.joined()
      return collector.leaveOut(place, "\"\(text.excerpt)\" is not a value\(hint)")
    case .number(let spelling, let said):
      guard let number = column.numbers.read(spelling) else {
        let options = "say --decimal point or --decimal comma"
        return undecided(
          "\(spelling.excerpt) may have thousands or decimals: \(options)",
          at: place
        )
      }
      if unit.isEmpty { unit = said }
      if said.isEmpty || said == unit { return collector.amount(number, at: place) }
      return typed("\(number) \(said)", in: unit, at: place)
    case .duration:
      if unit.isEmpty, !text.contains(":") { unit = "min" }
      return typed(text, in: unit, at: place)
    }
  }

  /// How to say that one of the texts means done, where they are words.
  static func hints(of texts: [String]) -> [String] {
    let words = texts.filter { $0.count < 16 && !$0.contains { " ,".contains($0) } }
      .map { $0.typed(for: "done") }
    return words.isEmpty ? [] : ["\(words.joined(separator: " or ")) if that means done"]
  }

  /// An amount as `habit log` takes it.
  private func typed(_ text: String, in unit: String, at place: ImportPlace) -> ImportedDay? {
    do {
      return ImportedDay(progress: try Amount(typed: text, in: unit.isEmpty ? "time" : unit))
    } catch {
      let hint = unit.isEmpty ? "; say its unit with a goal, as in --goal 'Sleep=8 hours'" : ""
      return collector.leaveOut(place, "\(text.excerpt) \(error.reason)\(hint)")
    }
  }

  /// Adds what a row says of a habit; a second row of a day counts where rows add up.
  func add(
    _ fact: ImportedDay,
    on day: Day,
    to index: Int,
    from column: Int?,
    at place: ImportPlace
  ) {
    let isSum = column.map { columns[$0].said == .sum } ?? false
    guard !isSum, collector.drafts[index].days[day] != nil else {
      return collector.drafts[index].days[day, default: ImportedDay()].add(fact)
    }
    let name = collector.drafts[index].name.excerpt
    collector.tell(place, "a second \(day) of \(name): the first one counts")
    guard let column else { return }
    let option = "\(columns[column].name)=sum".typed(for: "column")
    collector.tellOnce("sum", place, "to add them up: \(option)")
  }

  /// Habits with amounts have no goal in a table, but a unit where a cell says one.
  func finish(_ units: [Int: String]) {
    for (index, unit) in units.sorted(by: { $0.key < $1.key }) {
      var draft = collector.drafts[index]
      draft.saysRules = false
      if !unit.isEmpty {
        draft.goal = Dated(collector.goal(Amount(1), unit: unit, at: draft.place))
      }
      draft.lacksGoal = draft.days.values.contains {
        ![nil, .zero, Amount(1)].contains($0.progress)
      }
      collector.drafts[index] = draft
    }
  }

  /// The unit that the user's goal of a habit has; empty without one.
  func unit(of name: String) -> String {
    collector.options.goal(of: name)?.spelledUnit ?? ""
  }
}
