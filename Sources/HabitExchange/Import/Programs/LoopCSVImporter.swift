internal import HabitCore
internal import HabitFiles

/// The CSV export of Loop Habit Tracker, of any version since 1.7: `Habits.csv` and a folder for each
/// habit, found by its position; or the top-level table alone.
final class LoopCSVImporter {
  private let collector: ImportCollector
  /// The table in the folder with a position, `001 Meditate/Checkmarks.csv`.
  private var folders: [String: ImportFile] = [:]
  /// The entries of the top-level table, by habit: for those whose folders were left out.
  private var table: [String: [Entry]] = [:]
  /// The habits that have neither a folder nor a column of the table.
  private var unrecorded: [String] = []

  private struct Entry {
    let day: Day
    let value: Int
    let note: String
    let place: ImportPlace
  }

  init(_ collector: ImportCollector) {
    self.collector = collector
  }

  func read(_ input: ImportInput) {
    for file in input.files where file.name.split(separator: "/").contains("..") {
      collector.leaveOut(file.place, "a path that leaves the archive: not read")
    }
    let tables = input.files.filter {
      $0.baseName == "Habits.csv" && !$0.name.hasPrefix("__MACOSX")
    }
    guard let table = tables.min(by: { $0.name.utf8.count < $1.name.utf8.count }) else {
      return readAlone(input)
    }
    let folder = String(table.name.dropLast("Habits.csv".count))
    let inside = input.files.filter { $0.name.hasPrefix(folder) }.map { file in
      ImportFile(name: String(file.name.dropFirst(folder.count)), bytes: file.bytes)
    }
    for file in inside.sorted(by: { $0.name > $1.name }) {
      let parts = file.name.split(separator: "/")
      guard parts.count == 2, parts[1] == "Checkmarks.csv" else { continue }
      folders[String(parts[0].prefix { $0 != " " })] = file
    }
    folders[""] = nil
    collector.isOrdered = true
    let habits = ImportFile(name: "Habits.csv", bytes: table.bytes)
    read(habits, top: inside.first { $0.name == "Checkmarks.csv" })
  }

  private func read(_ file: ImportFile, top: ImportFile?) {
    guard let text = ImportText(file, collector) else { return }
    var rows = CSVReader(text.bytes)
    guard let header = rows.next() else {
      return collector.leaveOut(file.line(1), "the file is empty")
    }
    let names = header.fields.map(\.trimmed)
    let columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    guard columns["Name"] != nil, columns["Position"] != nil else {
      return collector.leaveOut(file.line(1), "no columns Position and Name")
    }
    if columns["Type"] == nil {
      let missing = "neither type nor target, unit or archived"
      collector.tell(file.place, "this version of Loop exports \(missing)")
    }
    let habits = IteratorSequence(rows).prefix(ImportCollector.mostHabits)
    if let top, habits.contains(where: { folders[$0.text(columns["Position"])] == nil }) {
      let known = self.columns(of: top, known: habits.map { $0.text(columns["Name"]) })
      table = Dictionary(known.map { ($0.name, $0.entries) }) { first, _ in first }
    }
    while !collector.hasTooMany, let row = rows.next() {
      let place = file.line(row.line)
      if row.fields.count < header.fields.count {
        collector.leaveOut(place, "\(row.fields.count) columns, not \(header.fields.count)")
      } else {
        readHabit(row, columns, at: place)
      }
    }
    if !unrecorded.isEmpty {
      let names = unrecorded.joined(separator: ", ").excerpt
      collector.leaveOut(file.place, "\(names): no records, neither a folder nor a column")
    }
    if collector.isCut(rows, in: file) { collector.refuse() }
  }

  private func readHabit(_ row: CSVReader.Row, _ columns: [String: Int], at place: ImportPlace) {
    let hasType = columns["Type"] != nil
    let times = row.text(columns["FrequencyNumerator"] ?? columns["NumRepetitions"])
    let days = row.text(columns["FrequencyDenominator"] ?? columns["Interval"])
    let type = row.text(columns["Type"])
    let name = row.fields[columns["Name"] ?? 0]
    guard var habit = LoopHabit(name, Int(times), in: Int(days)) else {
      return collector.leaveOut(place, "\(times.excerpt) times in \(days.excerpt) days")
    }
    guard !hasType || ["YES_NO", "NUMERICAL"].contains(type) else {
      return collector.leaveOut(place, "\"\(type.excerpt)\" is not a type")
    }
    let folder = folders[row.text(columns["Position"])]
    let records = folder.map(entries) ?? table[name.trimmed]
    if records == nil { unrecorded.append(name) }
    let entries = records ?? []
    habit.question = row.text(columns["Question"])
    habit.description = row.text(columns["Description"])
    habit.isNumeric =
      hasType ? type == "NUMERICAL" : entries.contains { !(-1...3).contains($0.value) }
    habit.isAtMost = row.text(columns["Target Type"]) == "AT_MOST"
    habit.target = hasType ? row.text(columns["Target Value"]) : "1"
    habit.unit = row.text(columns["Unit"])
    var draft = habit.draft(at: place, collector)
    if habit.isNumeric, !hasType { draft.lacksGoal = true }
    let color = row.text(columns["Color"])
    if color.hasPrefix("#") {
      draft.color = collector.color(color, at: place)
    } else if !color.isEmpty {
      collector.tell(place, "\"\(color.excerpt)\" is not a colour")
    }
    if row.text(columns["Archived?"]) == "true" { draft.ending = .archived }
    // The oldest form has a row for every day: 0 is not a tick, which may be nothing at all.
    let isFull = columns["Question"] == nil && !habit.isNumeric
    let told = isFull ? entries.filter { $0.value != LoopHabit.Value.no } : entries
    add(draft, told, isNumeric: habit.isNumeric)
  }

  /// Adds a habit with what its entries say of their days.
  private func add(_ draft: ImportDraft, _ entries: [Entry], isNumeric: Bool = false) {
    var draft = draft
    for entry in entries {
      guard LoopHabit.isPossible(entry.value, isNumeric: isNumeric) else {
        collector.leaveOut(entry.place, "\(entry.value) is not a value of a yes-or-no habit")
        continue
      }
      let fact = LoopHabit.fact(entry.value, isNumeric: isNumeric, note: entry.note)
      if !fact.isEmpty { draft.days[entry.day] = fact }
    }
    collector.add(draft)
  }

  /// The entries of one habit's table: a date, a value, and a note.
  private func entries(of file: ImportFile) -> [Entry] {
    guard let text = ImportText(file, collector) else { return [] }
    var entries: [Entry] = []
    var days: Set<Day> = []
    var rows = CSVReader(text.bytes)
    while let row = rows.next() {
      let place = file.line(row.line)
      if row.line == 1, row.text(0) == "Date" { continue }
      guard row.fields.count > 1 else {
        collector.leaveOut(place, "no value")
        continue
      }
      guard let entry = entry(row.text(1), row, note: row.text(2), at: place) else { continue }
      if days.insert(entry.day).inserted {
        entries.append(entry)
      } else {
        collector.tell(place, "a second \(entry.day): the first one counts")
      }
    }
    _ = collector.isCut(rows, in: file)
    return entries
  }

  /// An entry; nil where it is left out, and where Loop only says that the schedule covers a day that has
  /// not come.
  private func entry(
    _ cell: String,
    _ row: CSVReader.Row,
    note: String = "",
    at place: ImportPlace
  ) -> Entry? {
    guard let value = LoopHabit.Value.words[cell] ?? Int(cell) else {
      return collector.leaveOut(place, "\"\(cell.excerpt)\" is not a value")
    }
    let isAhead = Day(row.text(0)).map { $0 > collector.options.today } ?? false
    if isAhead, value == LoopHabit.Value.automatic { return nil }
    return collector.day(row.text(0), at: place)
      .map { Entry(day: $0, value: value, note: note, place: place) }
  }
}

// MARK: Tables alone

extension LoopCSVImporter {
  /// Whether a table alone is Loop's: by its name, or by a word of Loop in a cell.
  static func isLoops(_ file: ImportFile) -> Bool {
    if file.baseName == "Checkmarks.csv" || isScores(file) { return true }
    let rows = Array(CSVReader(file.text).prefix(1_000))
    var words: Set = ["YES_MANUAL", "YES_AUTO"]
    // Among amounts it is the only word.
    if rows.first?.fields == ["Date", "Value", "Notes"] { words.insert("UNKNOWN") }
    return rows.contains { row in
      row.fields.contains { words.contains($0) || $0.hasPrefix("Entry(timestamp=") }
    }
  }

  /// Whether it is a table of scores: shares of four decimals.
  private static func isScores(_ file: ImportFile) -> Bool {
    file.baseName == "Scores.csv"
      && CSVReader(file.text).prefix(1_000).dropFirst().allSatisfy { row in
        row.fields.dropFirst().allSatisfy { cell in
          cell.isEmpty || cell.utf8.count == 6 && (cell.hasPrefix("0.") || cell == "1.0000")
        }
      }
  }

  /// Whether a table is that of one habit: dates, values and notes, with Loop's own header or none.
  private static func isOfOneHabit(_ file: ImportFile) -> Bool {
    guard let first = CSVReader(file.text).first(where: { _ in true }) else { return false }
    return Day(first.text(0)) != nil
      || first.text(0) == "Date" && first.text(1) == "Value"
        && (first.fields.count == 2 || first.text(2) == "Notes")
  }

  private func readAlone(_ input: ImportInput) {
    for file in input.files where LoopCSVImporter.isScores(file) {
      let instead = "import Checkmarks.csv, or the whole archive"
      return collector.leaveOut(file.place, "scores of Loop, which are no records: \(instead)")
    }
    let tables = input.files.filter(LoopCSVImporter.isLoops)
    for file in tables.isEmpty ? input.files : tables {
      LoopCSVImporter.isOfOneHabit(file) ? readOne(file) : readTopLevel(file)
    }
  }

  private func readOne(_ file: ImportFile) {
    var habit = LoopHabit(collector.options.habit ?? file.title)
    habit.target = "1"
    let entries = entries(of: file)
    habit.isNumeric = entries.contains { !(-1...3).contains($0.value) }
    var draft = habit.draft(at: file.place, collector)
    draft.saysRules = false
    draft.lacksGoal = habit.isNumeric
    collector.tell(file.place, "no name and no schedule in this file: \(draft.name), every day")
    add(draft, entries, isNumeric: habit.isNumeric)
  }

  private func readTopLevel(_ file: ImportFile) {
    let columns = columns(of: file, known: [])
    guard !columns.isEmpty else { return }
    let missing = "no schedules, types and notes in this file: once every day"
    collector.tell(file.line(1), "\(missing); import the whole archive instead")
    for (name, entries) in columns {
      var draft = ImportDraft(name)
      draft.saysRules = false
      add(draft, entries)
    }
  }

  /// The habits of the top-level table with their entries; none when it has a row of another width.
  private func columns(
    of file: ImportFile,
    known: [String]
  ) -> [(name: String, entries: [Entry])] {
    guard let text = ImportText(file, collector) else { return [] }
    var rows = CSVReader(text.bytes)
    guard let header = rows.next(), collector.checkColumns(of: header, in: file) else { return [] }
    let names = LoopCSVImporter.names(in: header, known: known)
    var columns = names.map { (name: $0, entries: [Entry]()) }
    while let row = rows.next() {
      let place = file.line(row.line)
      let cells = LoopCSVImporter.values(of: row)
      guard cells.count == columns.count else {
        let found = "\(cells.count + 2) columns, not \(columns.count + 2)"
        let reason = "a name with a comma or a quote; import the whole archive instead"
        collector.leaveOut(place, "\(found): \(reason)")
        return []
      }
      for (index, cell) in cells.enumerated() {
        if let entry = entry(cell, row, at: place) { columns[index].entries.append(entry) }
      }
    }
    return collector.isCut(rows, in: file) ? [] : columns
  }

  /// The names in a header; one with a comma is one of those that are known.
  private static func names(in header: CSVReader.Row, known: [String]) -> [String] {
    var cells = header.fields.dropFirst().dropLast().map(\.trimmed)[...]
    let parted = known.map { (name: $0, parts: $0.separated(by: ",").map(\.trimmed)) }
    let candidates = Dictionary(grouping: parted) { $0.parts[0] }
    var names: [String] = []
    while let first = cells.first {
      let meant = candidates[first, default: []].filter { cells.starts(with: $0.parts) }
        .min { $0.parts.count < $1.parts.count }
      names.append(meant?.name ?? first)
      cells.removeFirst(meant?.parts.count ?? 1)
    }
    return names
  }

  /// The cells of a row; releases 2.0 wrote `Entry(timestamp=2022-02-06, value=2)` without quotes.
  private static func values(of row: CSVReader.Row) -> [String] {
    row.fields.dropFirst().dropLast().map(\.trimmed).compactMap { cell in
      let parts = cell.separated(by: "value=")
      guard parts.count == 2 else { return cell.hasPrefix("Entry(") ? nil : cell }
      return String(parts[1].prefix { $0 != ")" && $0 != "," })
    }
  }
}
