internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit show`: one habit and its last days.
struct ShowCommand: Subcommand {
  static let name = "show"
  static let abstract = "Show one habit and its last days."
  static let json = JSONOutput("A habit and its last days.", ShowScreen.shape)

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Option(parsing: .unconditional, help: .of("number", "The number of days to show."))
  var days: Int = 14

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    guard (1...3_660).contains(days) else {
      throw Diagnosis(.usage, "\(days) days cannot be shown", hint: "from 1 to 3660")
    }
    let context = try session.context()
    let definitions = context.read(.definitions)
    let habit = try session.habit(habit, in: definitions, on: context.today)
    let today = context.today
    let reading = context.read(.only([habit.id]))
    guard let tracked = reading.tracker[habit.id] else { return try session.conclude(reading) }
    let board = HabitBoard(of: tracked, profile: reading.tracker.profile, on: today)
    let last = board.lastActiveDay
    let first = max(habit.start, last.advanced(by: 1 - days))
    let shown = first > last ? [] : (first...last).all
    let screen = ShowScreen(
      board: board,
      totals: board.totals(in: .distantPast...max(today, habit.start)),
      days: shown,
      records: records(of: habit, on: shown, context),
      vacation: reading.tracker.profile.vacationLine(on: today),
      style: session.style
    )
    try session.show(screen)
    try session.conclude(reading)
    try session.conclude(definitions)
  }

  /// What was recorded on some days, of which JSON has nothing.
  private func records(
    of habit: Habit,
    on days: [Day],
    _ context: CommandContext
  ) -> [Day: Record] {
    guard !options.json else { return [:] }
    let years = Set(days.map(\.year)).map { ($0, context.document(of: habit, year: $0)) }
    let documents = Dictionary(uniqueKeysWithValues: years)
    return Dictionary(
      uniqueKeysWithValues: days.map { ($0, documents[$0.year]??.record(on: $0) ?? Record()) }
    )
  }
}

/// A habit, and some of its days.
struct ShowScreen: Screen {
  let board: HabitBoard
  /// What was recorded on all days, by unit.
  let totals: [Total]
  let days: [Day]
  let records: [Day: Record]
  /// That the user is on vacation, as a sentence.
  let vacation: String?
  let style: Style

  private var habit: Habit { board.habit }
  /// The day whose goal and schedule are shown.
  private var day: Day { max(board.today, habit.start) }

  /// The definition, and a line for each day, the latest first.
  var lines: [String] {
    let title = habit.title.terminalSafe.wrapped(to: style.columns)
    let description = habit.description?.terminalSafe.wrapped(to: style.columns) ?? []
    return title.map { style.paint($0, habit.tone ?? .strong) } + description
      + facts.lines(in: style, indent: 2) + [""] + table.lines(in: style, indent: 2)
      + [vacation].compactMap(\.self)
  }

  private var facts: FactList {
    var facts = FactList()
    facts.add("id", habit.id.text)
    facts.add("also", habit.aliases.isEmpty ? nil : habit.aliases.joined(separator: ", "))
    facts.add("goal", "\(habit.isBreaking ? "at most " : "")\(board.goal(on: day))")
    facts.add("schedule", "\(habit.schedule.value(on: day))")
    facts.add("from", "\(habit.start)" + (habit.end.map { " to \($0)" } ?? ""))
    facts.add("tags", habit.tags.isEmpty ? nil : habit.tags.joined(separator: ", "))
    let streak = board.streak
    facts.add("streak", "\(streak.inWords) (best \(streak.bestInWords))")
    facts.add("total", totals.inWords)
    return facts
  }

  private var table: Table {
    var table = Table([.left, .left, .left, .right, .elastic])
    for day in days.reversed() {
      table.add([
        style.mark(of: board.mark(on: day) ?? .free),
        Table.Cell("\(day)"),
        Table.Cell(day.weekday.short),
        Table.Cell(board.progress(on: day).map { "\($0)/\(board.goal(on: day).amount)" } ?? ""),
        Table.Cell(records[day]?.remarks ?? ""),
      ])
    }
    return table
  }

  static let shape = Shape<ShowScreen>.object([
    .named { $0.habit },
    Member("type", .word(["formation", "breaking"]), "More is better, or less.") {
      $0.habit.isBreaking ? "breaking" : "formation"
    },
    .goal { $0.board.goal(on: $0.day) },
    .period { $0.board.standing(on: $0.day) },
    .schedule { $0.habit.schedule.value(on: $0.day) },
    Member("start", .date, "The first day.") { $0.habit.start },
    Member("end", orNull: .date, "The last day.") { $0.habit.end },
    .streaks { $0.board.streak },
    Member("total", .number, "The sum of all days, in the unit of the last one.") {
      $0.totals[0].amount
    },
    .totals { $0.totals },
    Member("days", .list(day), "The days, the latest last.") { screen in
      screen.days.map { (screen.board, $0) }
    },
  ])

  private static let day = Shape<(board: HabitBoard, day: Day)>.object([
    .date { $0.day }, .state { $0.board.state(on: $0.day) },
    .progress { $0.board.progress(on: $0.day) },
  ])
}

extension Record {
  fileprivate var remarks: String {
    var parts: [String] = []
    if let skip { parts.append("skipped: \(skip.rawValue)") }
    if let difficulty { parts.append(difficulty.words) }
    if !notes.isEmpty { parts.append(Record.inWords(notes)) }
    return parts.joined(separator: ", ")
  }
}
