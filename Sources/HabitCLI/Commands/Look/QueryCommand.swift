internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitExchange
internal import HabitFiles
internal import HabitScore
internal import Posix

/// `habit query`: the records themselves.
struct QueryCommand: Subcommand {
  static let name = "query"
  static let abstract = "Print due days and records as a table, JSON or CSV."
  static let json = JSONOutput(
    "One list of records, however long; written as it is made.",
    Shape.list(QueryRow.shape)
  )

  @Argument(help: "The habits; the default is all.", completion: .allHabits)
  var habits: [String] = []

  @OptionGroup var range: RangeOptions
  @OptionGroup var periods: PeriodOptions

  @Flag(help: "Begin with the earliest start or record of a habit.")
  var all = false

  @OptionGroup var tags: TagOption

  @Option(
    help: "Only days of this state: done, skipped, open, missed or free; may be repeated.",
    completion: .cases(of: DayState.self)
  )
  var state: [DayState] = []

  @Flag(help: "Print comma-separated values, with a header.")
  var csv = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { !csv }

  func run(in session: Session) throws {
    guard !all || range.from == nil && !periods.isGiven else {
      throw Diagnosis(.usage, "--all and the beginning of a range exclude each other")
    }
    guard !csv || !options.json else {
      throw Diagnosis(.usage, "--csv and --json exclude each other")
    }
    let context = try session.context()
    let reading = context.read(.everything)
    try tags.check(reading, in: session)
    let first = reading.tracker.habits.map { $0.tallies.first?.day ?? $0.habit.start }
    let starts = first + reading.tracker.habits.map(\.habit.start)
    var names = habits
    let period = try periods.days(orBehind: &names, besides: range, of: reading, in: context)
    let usual = try range.days(today: context.today) {
      all ? min(starts.min() ?? $0, $0) : $0.advanced(by: 1 - RangeOptions.usualDays)
    }
    let days = period.map { $0.lowerBound...min($0.upperBound, context.today) } ?? usual
    var meant: Set<HabitID> = []
    for name in names {
      meant.insert(try session.habit(name, in: reading, on: context.today, amongDeleted: true).id)
    }
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let boards = board.habits.filter { board in
      tags.includes(board.habit)
        && (meant.isEmpty ? board.habit.deleted == nil : meant.contains(board.habit.id))
    }
    let years = QueryYear.all(of: boards, over: days, in: Set(state), of: context)
    // Some years at a time: a table has one layout for five years of twenty habits, and a range of any
    // length is never in memory as a whole.
    let size = max(1, QueryCommand.mostSlots / (366 * max(1, boards.count)))
    let blocks = stride(from: 0, to: years.count, by: size).map {
      Array(years[$0..<min($0 + size, years.count)])
    }
    switch (options.json, csv) {
    case (true, _): try list(blocks, session)
    case (_, true): try listAsCSV(blocks, session)
    default:
      for block in blocks {
        try session.print(QueryText(rows: block.lazy.flatMap(\.rows)).lines(in: session.style))
      }
    }
    try session.conclude(reading)
  }

  /// How many days of habits are looked at before what was found is printed.
  private static let mostSlots = 40_000

  private func list(_ blocks: [[QueryYear]], _ session: Session) throws {
    var isFirst = true
    for block in blocks {
      let lists = concurrently(block) { QueryText(rows: $0.rows).elements }
      for list in lists where !list.isEmpty {
        try session.write(text: isFirst ? "[\n" : ",\n")
        for piece in list { try session.write(text: piece) }
        isFirst = false
      }
    }
    try isFirst ? session.print(.list([])) : session.print("\n]")
  }

  private func listAsCSV(_ blocks: [[QueryYear]], _ session: Session) throws {
    // Data is given as it is, except to a terminal.
    let isShown = session.world.terminal.showsOutput
    var formulas = 0
    try session.print(QueryRow.header)
    for block in blocks {
      for (text, count) in concurrently(block, { QueryText(rows: $0.rows).csv }) {
        try session.write(text: isShown ? text.terminalSafe : text)
        formulas += count
      }
    }
    guard formulas > 0 else { return }
    try session.say(QueryRow.warning(ofFormulas: formulas))
  }
}

/// Rows of a query as texts; a query has many, so that they are printed as they are found.
struct QueryText<Rows: Sequence<QueryRow>> {
  let rows: Rows

  // MARK: A table

  func lines(in style: Style) -> [String] {
    var table = Table([.left, .left, .elastic, .right, .left, .elastic])
    for row in rows {
      table.add([
        Table.Cell("\(row.day)"),
        style.mark(of: DayMark(row.state, progress: row.record.progress)),
        Table.Cell(row.habit.name.text),
        Table.Cell("\(row.record.progress?.description ?? style.glyphs.dash)/\(row.goal.amount)"),
        Table.Cell(row.record.skip?.rawValue ?? ""),
        Table.Cell(Record.inWords(row.record.notes)),
      ])
    }
    return table.lines(in: style)
  }

  // MARK: JSON

  /// The rows as elements of a list, with a comma between two, in pieces of a text; none without rows.
  var elements: [String] {
    rows.reduce(into: []) { pieces, row in
      let separator = pieces.isEmpty ? "  " : ",\n  "
      if pieces.last.map({ $0.utf8.count > 1 << 16 }) ?? true { pieces.append("") }
      pieces[pieces.count - 1] += separator + QueryRow.shape.output(of: row).element
    }
  }

  // MARK: CSV

  /// The rows as lines of RFC 4180, and how many have a text that a spreadsheet would take for a formula.
  var csv: (lines: String, formulas: Int) {
    rows.reduce(into: ("", 0)) { csv, row in
      csv.lines += row.csv + "\n"
      if row.resemblesFormula { csv.formulas += 1 }
    }
  }
}

extension QueryRow {
  /// The names of the values, as the first line of a table.
  static let header = [
    "habit", "date", "state", "due", "progress", "goal", "unit", "at", "skip", "difficulty", "note",
    "per",
  ].joined(separator: ",")

  /// What is said of so many rows with a text that a spreadsheet would take for a formula.
  static func warning(ofFormulas count: Int) -> String {
    "warning: \(counted(count, "line")) with a text that begins with =, +, - or @: "
      + "let a spreadsheet import texts as texts, or it takes them for formulas"
  }
}

extension QueryRow {
  static let shape = Shape<QueryRow>.object([
    .habit { $0.habit },
    .date { $0.day },
    .state { $0.state },
    Member("due", .flag, "Whether it was due.") { $0.isDue },
    .progress { $0.record.progress },
    .goal { $0.goal },
    .entries { $0.record },
    .skip { $0.record.skip },
    .difficulty { $0.record },
    .note { $0.record },
  ])

  /// Whether a spreadsheet would read one of the users' texts as a formula.
  fileprivate var resemblesFormula: Bool {
    [goal.unit, record.note ?? ""].contains { text in
      text.unicodeScalars.first { $0 != " " && $0 != "\t" }.map {
        "=+-@".unicodeScalars.contains($0)
      }
        ?? false
    }
  }

  /// The values as a line; what is not there is empty.
  fileprivate var csv: String {
    [
      habit.id.text, "\(day)", state.rawValue, "\(isDue)", record.progress?.description ?? "",
      "\(goal.amount)", goal.unit, record.at.map(\.description).joined(separator: "; "),
      record.skip?.rawValue ?? "", record.difficulty.map { "\($0.rawValue)" } ?? "",
      record.note ?? "", goal.per.rawValue,
    ].map(QueryRow.cell).joined(separator: ",")
  }

  /// CSV has no escapes: what a terminal would obey is never in it.
  private static func cell(_ text: String) -> String {
    text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { String($0).terminalSafe }.joined(separator: "\t").csvQuoted
  }
}
