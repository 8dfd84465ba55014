internal import HabitCore
internal import HabitFiles

/// Any CSV table with a header: a row for each day of each habit, or a row for each day.
///
/// Habitify, HabitBull and Streaks are tables of the first kind with headers of their own.
struct CSVImporter {
  private let text: ImportText
  private let separator: UInt8
  private let header: CSVReader.Row
  private let dates: DateSpelling
  private var isAmbiguous = false

  private typealias Column = ImportOptions.Column

  /// The words that headers use.
  private static let aliases: [(column: Column, headers: [String])] = [
    (.date, ["date", "day", "datum", "fecha", "entry_date", "calendardate"]),
    (.habit, ["habit", "name", "habitname", "title", "task"]),
    (
      .value,
      ["value", "amount", "quantity", "progress", "total log", "done", "status"]
    ),
    (.note, ["note", "notes", "comment", "commenttext"]),
    (.skip, ["skip"]),
  ]

  /// Reads a table.
  static func read(_ file: ImportFile, into collector: inout ImportCollector) {
    guard let text = ImportText(file, &collector) else { return }
    guard let separator = CSVReader.separator(of: text.bytes),
      var importer = table(text, separator, collector.options)
    else {
      return collector.leaveOut(file.line(1), "no header with columns")
    }
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

  private func rows() -> CSVReader {
    var reader = CSVReader(text.bytes, separator: separator)
    _ = reader.next()
    return reader
  }

  /// The column of a kind: what the user says, else the first that a header names.
  private func column(_ kind: Column, _ options: ImportOptions) -> Int? {
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

  private func kind(of column: Int, _ options: ImportOptions) -> Column? {
    let name = header.text(column).lowercased()
    return options.columns.first { $0.key.lowercased() == name }?.value
  }

  private mutating func day(
    _ row: CSVReader.Row,
    _ column: Int,
    _ collector: inout ImportCollector
  ) -> Day? {
    let place = text.file.line(row.line)
    let cell = row.text(column)
    switch dates.read(cell) {
    case .day(let day): return collector.day(day, cell, at: place)
    case .none: return collector.day(nil, cell, at: place)
    case .ambiguous:
      isAmbiguous = true
      collector.leaveOut(
        place,
        "\(cell.excerpt) can begin with the day or the month: say --dates dmy or --dates mdy"
      )
      return nil
    }
  }
}

// MARK: A row a day of a habit

extension CSVImporter {
  /// Where the columns of a table with a row for each day of each habit are.
  private struct LongLayout {
    let date: Int
    let name: Int
    let value: Int
    var note: Int?
    var skip: Int?
    var status: Int?
    var unit: Int?
    var difficulty: Int?
    var description: Int?
    var tag: Int?
    var id: Int?
    let program: String?
    let isHabitBull: Bool
    let isStreaks: Bool

    init?(_ table: CSVImporter, date: Int, _ options: ImportOptions) {
      let names = table.header.fields.map { $0.trimmed.lowercased() }
      isStreaks = names.starts(with: ["task_id", "title"]) && names.contains("entry_type")
      isHabitBull = names.starts(with: ["habitname", "habitdescription", "habitcategory"])
      guard let name = table.column(.habit, options) else { return nil }
      let value =
        isStreaks
        ? names.firstIndex(of: "entry_type") : table.column(.value, options)
      guard let value, value != name, value != date else { return nil }
      self.date = date
      self.name = name
      self.value = value
      note = table.column(.note, options)
      skip = table.column(.skip, options)
      unit = names.firstIndex(of: "unit")
      difficulty = names.firstIndex(of: "difficulty")
      description = isHabitBull ? 1 : nil
      tag = isHabitBull ? 2 : nil
      if let status = names.firstIndex(of: "status"), status != value { self.status = status }
      let isHabitify = names.contains("habit id") && names.contains("total log")
      id = isStreaks ? 0 : isHabitify ? names.firstIndex(of: "habit id") : nil
      program = isStreaks ? "streaks" : isHabitify ? "habitify" : nil
      guard !isStreaks, !isHabitBull, options.columns.isEmpty else { return }
      // A column that has the name but not the cells is something else: Notion's Progress.
      let cells = Array(
        table.rows().lazy.map { $0.text(value) }.filter { !$0.isEmpty }.prefix(100)
      )
      guard cells.isEmpty || cells.contains(where: { !CSVCell($0, table.separator).isText }) else {
        return nil
      }
    }
  }

  private mutating func readLong(_ layout: LongLayout, _ collector: inout ImportCollector) {
    var drafts: [String: Int] = [:]
    for row in rows() {
      let place = text.file.line(row.line)
      guard row.fields.count > max(layout.date, layout.name, layout.value) else {
        collector.leaveOut(place, "\(row.fields.count) columns, not \(header.fields.count)")
        continue
      }
      let name = row.text(layout.name)
      guard !name.isEmpty else {
        collector.leaveOut(place, "no name")
        continue
      }
      guard let day = day(row, layout.date, &collector),
        let fact = fact(row, layout, &collector)
      else { continue }
      let key = layout.id.map { row.text($0) }.flatMap { $0.isEmpty ? nil : $0 } ?? name
      let index = drafts[key] ?? add(row, layout, name, &collector)
      drafts[key] = index
      if fact.isEmpty {
        if layout.isHabitBull {
          collector.tellOnce("nothing", place, "-2150000000 is HabitBull's word for nothing")
        }
      } else if collector.drafts[index].days[day] != nil {
        collector.tell(place, "a second \(day) of \(name.excerpt): the first one counts")
      } else {
        collector.drafts[index].days[day] = fact
      }
    }
    finish(&collector)
    if layout.isStreaks {
      collector.tell(text.file.place, "no schedules and goals in this file: once every day")
    }
  }

  private func add(
    _ row: CSVReader.Row,
    _ layout: LongLayout,
    _ name: String,
    _ collector: inout ImportCollector
  ) -> Int {
    var draft = ImportDraft(name)
    draft.description = row.text(layout.description)
    draft.tags = [row.text(layout.tag)]
    let unit = row.text(layout.unit)
    if !unit.isEmpty {
      draft.goal = Dated(collector.goal(Amount(1), unit: unit, at: draft.place))
    }
    let id = row.text(layout.id)
    if let program = layout.program, !id.isEmpty {
      draft.origin = HabitOrigin(program: program, id: id)
    }
    collector.drafts.append(draft)
    return collector.drafts.count - 1
  }

  /// What a row says of its day; nil when it is left out.
  private func fact(
    _ row: CSVReader.Row,
    _ layout: LongLayout,
    _ collector: inout ImportCollector
  ) -> ImportedDay? {
    let place = text.file.line(row.line)
    if layout.isStreaks { return streaksFact(row, layout, &collector) }
    let cell = row.text(layout.value)
    if layout.isHabitBull, cell == "-2150000000" { return ImportedDay() }
    guard var fact = CSVCell(cell, separator).fact(at: place, &collector) else { return nil }
    let note = row.text(layout.note)
    if !note.isEmpty { fact.note = fact.note.isEmpty ? note : "\(fact.note) \(note)" }
    let skip = row.text(layout.skip)
    if !skip.isEmpty {
      fact.skip = Skip(rawValue: skip.lowercased()) ?? .other
    } else if CSVCell(row.text(layout.status), separator) == .skip {
      fact = ImportedDay(skip: .other, note: fact.note)
    } else if cell.isEmpty, layout.status != nil {
      fact = CSVCell(row.text(layout.status), separator).fact(at: place, &collector) ?? fact
    }
    if let number = Int(row.text(layout.difficulty)) {
      fact.difficulty = Difficulty(rawValue: number)
    }
    return fact
  }

  private func streaksFact(
    _ row: CSVReader.Row,
    _ layout: LongLayout,
    _ collector: inout ImportCollector
  ) -> ImportedDay? {
    let place = text.file.line(row.line)
    let type = row.text(layout.value)
    let note = row.text(layout.note)
    if type.hasPrefix("missed_") { return ImportedDay.missed.noted(note) }
    if type.hasPrefix("skipped_") { return ImportedDay.skipped.noted(note) }
    guard type.hasPrefix("completed_") else {
      collector.leaveOut(place, "\(type.excerpt): an entry type that is not known")
      return nil
    }
    let quantity = row.text(header.fields.firstIndex(of: "quantity"))
    guard !quantity.isEmpty else { return ImportedDay.done.noted(note) }
    guard var fact = collector.amount(quantity, at: place) else { return nil }
    fact.note = [fact.note, note].filter { !$0.isEmpty }.joined(separator: " ")
    return fact
  }

  /// Habits with amounts have no goal in a table.
  private func finish(_ collector: inout ImportCollector) {
    for index in collector.drafts.indices {
      collector.drafts[index].saysRules = false
      collector.drafts[index].lacksGoal = collector.drafts[index].days.values.contains {
        ![nil, .zero, Amount(1)].contains($0.progress)
      }
    }
  }
}

// MARK: A row a day

extension CSVImporter {
  private mutating func readWide(date: Int, _ collector: inout ImportCollector) {
    let habits = habitColumns(date: date, &collector)
    guard !habits.isEmpty else {
      return collector.leaveOut(text.file.line(header.line), "no column is a habit")
    }
    let note = header.fields.indices.first { kind(of: $0, collector.options) == .note }
    let base = collector.drafts.count
    for column in habits { collector.drafts.append(ImportDraft(header.text(column))) }
    for row in rows() {
      guard let day = day(row, date, &collector) else { continue }
      let place = text.file.line(row.line)
      for (offset, column) in habits.enumerated() {
        guard var fact = CSVCell(row.text(column), separator).fact(at: place, &collector) else {
          continue
        }
        // A note of the day stands with its first habit.
        if offset == 0 { fact.note = [fact.note, row.text(note)].joined(separator: " ").trimmed }
        guard !fact.isEmpty else { continue }
        guard collector.drafts[base + offset].days[day] == nil else {
          collector.tell(place, "a second \(day): the first one counts")
          continue
        }
        collector.drafts[base + offset].days[day] = fact
      }
    }
    finish(&collector)
  }

  /// The columns whose cells are values; the others are told.
  private func habitColumns(date: Int, _ collector: inout ImportCollector) -> [Int] {
    var texts: [Int: Int] = [:]
    for row in rows() {
      for (column, cell) in row.fields.enumerated()
      where texts[column] == nil && CSVCell(cell.trimmed, separator).isText {
        texts[column] = row.line
      }
    }
    var passed: [String] = []
    let known = Set(CSVImporter.aliases.flatMap(\.headers))
    let habits = header.fields.indices.filter { column in
      let name = header.text(column)
      let kind = kind(of: column, collector.options)
      guard column != date, !name.isEmpty, kind == nil || kind == .habit else { return false }
      guard let line = texts[column], kind == nil else { return true }
      if known.contains(name.lowercased()) {
        passed.append(name)
      } else {
        collector.tell(
          text.file.line(line),
          "a text in the column \(name.excerpt): no habit, or say --column "
            + "'\(name.excerpt)=note'"
        )
      }
      return false
    }
    if !passed.isEmpty {
      collector.tell(
        text.file.line(header.line),
        "\(passed.joined(separator: ", ").excerpt): no habits"
      )
    }
    return habits
  }
}

/// What a cell of a table says.
enum CSVCell: Equatable {
  case empty
  case done
  case missed
  case skip
  /// An amount, with a decimal point.
  case number(String)
  case text(String)

  /// The cell; a decimal comma is possible where the separator is none.
  init(_ cell: String, _ separator: UInt8) {
    switch cell.lowercased() {
    case "", "-": self = .empty
    case "true", "yes", "x", "✓", "✔", "done", "completed", "y": self = .done
    case "false", "no", "n", "failed", "missed": self = .missed
    case "skip", "skipped", "s": self = .skip
    default:
      let isComma = separator == UInt8(ascii: ";")
      let number = isComma ? String(cell.map { $0 == "," ? "." : $0 }) : cell
      do {
        _ = try Amount(number)
        self = .number(number)
      } catch .tooFine, .tooLarge {
        self = .number(number)
      } catch {
        self = .text(cell)
      }
    }
  }

  var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// What it says of its day; nil when it is left out.
  func fact(at place: ImportPlace, _ collector: inout ImportCollector) -> ImportedDay? {
    switch self {
    case .empty: return ImportedDay()
    case .done: return .done
    case .missed: return .missed
    case .skip: return .skipped
    case .number(let number): return collector.amount(number, at: place)
    case .text(let text):
      collector.leaveOut(place, "\"\(text.excerpt)\" is no value")
      return nil
    }
  }
}
