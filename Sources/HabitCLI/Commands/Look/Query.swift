internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import Posix

/// `habit query`: the records themselves.
struct Query: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Print due days and records, as a table, JSON or CSV."
  )

  @Argument(help: "The habits; all when left out.", completion: .allHabits)
  var habits: [String] = []

  @OptionGroup var range: RangeOptions

  @Flag(help: "From the very first day on.")
  var all = false

  /// How habits were named in 0.1.0.
  @Option(help: .hidden)
  var habit: [String] = []

  @OptionGroup var tags: TagOption

  @Option(
    help: ArgumentHelp("Only days of this state; may be repeated.", valueName: "state"),
    completion: .list(QueriedState.allValueStrings)
  )
  var state: [QueriedState] = []

  @Flag(help: "Print comma-separated values, a header first.")
  var csv = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { !csv }

  func run(in session: Session) throws(Diagnosis) {
    guard !all || range.from == nil else {
      throw Diagnosis(.usage, "--all and --from exclude each other")
    }
    guard !csv || !options.json else {
      throw Diagnosis(.usage, "--csv and --json exclude each other")
    }
    let context = try session.context()
    let reading = context.read(.everything)
    let first = reading.tracker.habits.map { $0.tallies.first?.day ?? $0.habit.start }
    let starts = first + reading.tracker.habits.map(\.habit.start)
    let days = try range.days(today: context.today) {
      all ? min(starts.min() ?? $0, $0) : $0.advanced(by: 1 - RangeOptions.usualDays)
    }
    var meant: Set<HabitID> = []
    for name in habits + habit {
      meant.insert(try session.habit(name, in: reading, amongDeleted: true).id)
    }
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let boards = board.habits.filter { board in
      tags.includes(board.habit)
        && (meant.isEmpty ? board.habit.deleted == nil : meant.contains(board.habit.id))
    }
    let years = QueryYear.all(of: boards, over: days, in: Set(state.map(\.state)), of: context)
    // Some years at a time: a table has one layout for a decade of twenty habits, and a range of any
    // length is never in memory as a whole.
    let size = max(1, Query.mostSlots / (366 * max(1, boards.count)))
    let blocks = stride(from: 0, to: years.count, by: size).map {
      Array(years[$0..<min($0 + size, years.count)])
    }
    switch (options.json, csv) {
    case (true, _): try list(blocks, session)
    case (_, true): try listAsCSV(blocks, session)
    default: for block in blocks { try show(block.flatMap(\.rows), session) }
    }
    try session.conclude(reading)
  }

  /// How many days of habits are looked at before what was found is printed.
  private static let mostSlots = 200_000

  private func list(_ blocks: [[QueryYear]], _ session: Session) throws(Diagnosis) {
    var isFirst = true
    for block in blocks {
      let lists = concurrently(block) {
        $0.rows.map { "  " + $0.output.element }.joined(separator: ",\n")
      }
      for list in lists where !list.isEmpty {
        try session.write(text: (isFirst ? "[\n" : ",\n") + list)
        isFirst = false
      }
    }
    try isFirst ? session.print(.list([])) : session.print("\n]")
  }

  private func listAsCSV(_ blocks: [[QueryYear]], _ session: Session) throws(Diagnosis) {
    // Data is given as it is, except to a terminal.
    let isShown = session.world.terminal.showsOutput
    var formulas = 0
    try session.print([QueryRow.names.joined(separator: ",")])
    for block in blocks {
      let parts = concurrently(block) { year in
        let rows = year.rows
        return (rows.map { $0.csv + "\n" }.joined(), rows.count(where: \.resemblesFormula))
      }
      for (text, count) in parts {
        try session.write(text: isShown ? text.terminalSafe : text)
        formulas += count
      }
    }
    guard formulas > 0 else { return }
    try session.say(
      "warning: \(counted(formulas, "line")) with a text that begins with =, +, - or @: "
        + "let a spreadsheet import texts as texts, or it takes them for formulas"
    )
  }

  private func show(_ rows: [QueryRow], _ session: Session) throws(Diagnosis) {
    var table = Table([.left, .left, .elastic, .right, .left, .elastic])
    for row in rows {
      table.add([
        Table.Cell("\(row.day)"),
        session.style.mark(of: DayMark(row.state, progress: row.record.progress)),
        Table.Cell(row.habit.name.text),
        Table.Cell(
          "\(row.record.progress?.description ?? session.style.glyphs.dash)/\(row.goal.amount)"
        ),
        Table.Cell(row.record.skip?.rawValue ?? ""),
        Table.Cell(Record.inWords(row.record.notes)),
      ])
    }
    try session.print(table.lines(in: session.style))
  }
}

/// A state as an option names it.
struct QueriedState: ExpressibleByArgument {
  let state: DayState

  init?(argument: String) {
    guard let state = DayState(rawValue: argument) else { return nil }
    self.state = state
  }

  static var allValueStrings: [String] { DayState.allCases.map(\.rawValue) }
}

extension QueryRow {
  /// The names of the values, in order.
  static let names = [
    "habit", "date", "state", "due", "progress", "goal", "unit", "at", "skip", "difficulty", "note",
  ]

  /// The notes, joined by newlines.
  private var note: String? {
    record.note
  }

  var output: Output {
    let state: [(String, Output)] = [
      ("habit", .text(habit.id.text)),
      ("date", Output(day)),
      ("state", .text(state.rawValue)),
      ("due", .flag(isDue)),
      ("progress", Output(record.progress)),
    ]
    let facts: [(String, Output)] = [
      ("at", .list(record.at.map { .text($0.description) })),
      ("skip", Output(record.skip?.rawValue)),
      ("difficulty", record.difficulty.map { .number($0.rawValue) } ?? .null),
      ("note", Output(note)),
    ]
    return .object(state + goal.output + facts)
  }

  /// Whether a spreadsheet would read one of the users' texts as a formula.
  var resemblesFormula: Bool {
    [goal.unit, note ?? ""].contains { text in
      text.unicodeScalars.first { $0 != " " && $0 != "\t" }.map {
        "=+-@".unicodeScalars.contains($0)
      }
        ?? false
    }
  }

  /// The values as a line of RFC 4180; what is not there is empty.
  var csv: String {
    [
      habit.id.text, "\(day)", state.rawValue, "\(isDue)", record.progress?.description ?? "",
      "\(goal.amount)", goal.unit, record.at.map(\.description).joined(separator: "; "),
      record.skip?.rawValue ?? "", record.difficulty.map { "\($0.rawValue)" } ?? "", note ?? "",
    ].map(QueryRow.quoted).joined(separator: ",")
  }

  private static func quoted(_ text: String) -> String {
    // CSV has no escapes: what a terminal would obey is never in it.
    let value = text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { String($0).terminalSafe }.joined(separator: "\t")
    let needsQuotes = value.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
    }
    guard needsQuotes else { return value }
    return "\"" + value.escaping { $0 == "\"" ? "\"\"" : nil } + "\""
  }
}
