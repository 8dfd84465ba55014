import HabitCore
import HabitExchange
import TestSupport
import Testing

/// Tables at random, in the spellings that people and spreadsheets have for one thing.
@Suite struct TableSpellingTests {
  @Test func `a table means the same in every spelling`() async throws {
    try await sampling(400) { generator in
      let table = SpelledTable(&generator)
      let file = ImportFile(name: "Run.csv", bytes: Array(table.text.utf8))
      let facts = Importing.facts(in: ImportInput(files: [file]), options: table.options)
      #expect(facts.format == .csv && !facts.hasErrors, "\(facts.notes)\n\(table.text)")
      let read = Dictionary(
        facts.habits.map { one in
          (one.habit.name.text, one.days.mapValues { SpelledTable.line($0) })
        },
        uniquingKeysWith: { first, _ in first }
      )
      #expect(read == table.facts, "\(table.text)")
    }
  }
}

/// What a table says, and one way to spell it.
private struct SpelledTable {
  var facts: [String: [Day: String]] = [:]
  var options: ImportOptions
  var text = ""

  private enum Layout: CaseIterable { case long, wide, bare }

  /// What a day is, as a line.
  static func line(_ record: Record) -> String {
    "\(record.progress?.description ?? "-") \(record.skip?.rawValue ?? "-") \(record.note ?? "")"
  }

  init(_ generator: inout Generator) {
    options = ImportOptions(today: Day(number: 20_484))
    let layout = generator.element(of: Layout.allCases)
    let separator = generator.element(of: [",", ";", "\t"])
    let names =
      layout == .bare
      ? ["Run"] : ["Run"] + generator.subset(of: ["Lesen, laut", "2nd walk", "Üben", "Wasser"])
    let date = generator.element(of: SpelledTable.dates)
    options.monthFirst = date.monthFirst
    let marks = generator.element(of: SpelledTable.marks)
    let group = generator.element(of: marks.groups)
    // The first amount shows what a comma is.
    let unit = generator.element(of: ["", "", " km", "h"])
    let first = Day(number: Int32(generator.number(in: 18_000...20_000)))
    let days = (0..<generator.number(in: 1...12)).map { first.advanced(by: 3 * $0) }
    var rows: [[String]] = []
    for (number, day) in days.enumerated() {
      var cells: [String] = []
      for name in names {
        let isNoted = layout != .wide && generator.chance(oneIn: 4)
        let note = isNoted ? generator.element(of: ["rain", "a, \"b\"; c", "12"]) : ""
        var record = Record()
        record.notes = note.isEmpty ? [] : [note]
        var cell: String
        switch number == 0 ? 3 : generator.number(in: 0...6) {
        case 0:
          record.typed = Amount(1)
          let words = ["x", "X", "✓", "✔️", "☑", "✅", "Yes", "TRUE", "done", "1", "fait"]
          cell = generator.element(of: words)
        case 1:
          record.typed = .zero
          cell = generator.element(of: ["☐", "❌", "✗", "No", "false", "0", "missed"])
        case 2:
          record.skip = .other
          cell = generator.element(of: ["skip", "Skipped", "s"])
        case 3, 4:
          let thousandths = number == 0 ? 1_500 : generator.number(in: 1...3_000_000)
          record.typed = Amount(thousandths: Int64(thousandths))
          cell = SpelledTable.spelled(thousandths, marks.decimal, group) + unit
        default: cell = generator.element(of: ["", "-"])
        }
        if layout == .wide { cells.append(cell) }
        if layout == .long { rows.append([date.spell(day), name, cell, note]) }
        if layout == .bare { rows.append([date.spell(day), cell, note]) }
        guard !record.isEmpty else { continue }
        facts[name, default: [:]][day] = SpelledTable.line(record)
      }
      if layout == .wide { rows.append([date.spell(day)] + cells) }
    }
    if generator.chance(oneIn: 2) { rows.reverse() }
    options.doneWords = ["fait"]
    switch layout {
    case .long:
      rows.insert(
        [generator.element(of: ["Date", "datum", "When"]), "habit", "value", "note"],
        at: 0
      )
    case .wide: rows.insert([generator.element(of: ["Date", "Day", "When"])] + names, at: 0)
    case .bare: break
    }
    let isQuoted = generator.chance(oneIn: 3)
    let lines = rows.map { row in
      row.map { cell in
        let isNeeded = isQuoted || cell.contains(separator) || cell.contains("\"")
        return isNeeded ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
      }.joined(separator: separator)
    }
    let end = generator.element(of: ["\n", "\r\n"])
    text = (generator.chance(oneIn: 3) ? "\u{FEFF}" : "") + lines.joined(separator: end) + end
  }

  private static let marks: [(decimal: String, groups: [String])] = [
    (".", ["", ",", " ", "'"]), (",", ["", ".", "\u{A0}", "\u{202F}", "’"]),
  ]

  private static func spelled(_ thousandths: Int, _ decimal: String, _ group: String) -> String {
    let whole = "\(thousandths / 1000)"
    let grouped = whole.count > 3 ? whole.dropLast(3) + group + whole.suffix(3) : whole[...]
    var fraction = padded(thousandths % 1000, 3)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return grouped + (fraction.isEmpty ? "" : decimal + fraction)
  }

  private static let dates: [(monthFirst: Bool?, spell: @Sendable (Day) -> String)] = [
    (nil, { "\($0)" }),
    (nil, { "\($0)".replacing("-", with: "/") }),
    (nil, { "\($0.year).\($0.month).\($0.dayOfMonth)" }),
    (nil, { "\($0.year). \($0.month). \($0.dayOfMonth)." }),
    (nil, { "\($0)".replacing("-", with: "") }),
    (nil, { "\($0.dayOfMonth).\($0.month).\($0.year)" }),
    (true, { "\($0.month)/\($0.dayOfMonth)/\($0.year)" }),
    (false, { "\(padded($0.dayOfMonth, 2))-\(padded($0.month, 2))-\($0.year)" }),
    (nil, { "\($0.monthName) \($0.dayOfMonth), \($0.year)" }),
    (nil, { "\($0.weekday.abbreviation), \($0.dayOfMonth) \($0.monthName.prefix(3)) \($0.year)" }),
    (nil, { "\($0)T23:30:00+02:00" }),
    (nil, { "\($0) 08:15" }),
    (nil, { "\($0)T10:00:00.000Z" }),
  ]
}
