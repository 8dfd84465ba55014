internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit show`: one habit and its last days.
struct Show: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one habit and its last days."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many days to show.", valueName: "number")
  )
  var days: Int = 14

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws(Diagnosis) {
    guard (1...3_660).contains(days) else {
      throw Diagnosis(.usage, "\(days) days cannot be shown", hint: "from 1 to 3660")
    }
    let context = try session.context()
    let definitions = context.read(.definitions)
    let habit = try session.habit(habit, in: definitions)
    let today = context.today
    let reading = context.read(.days({ _ in today...today }, allOf: [habit.id]))
    guard let tracked = reading.tracker.habits.first(where: { $0.habit.id == habit.id }) else {
      return try session.conclude(reading)
    }
    let board = HabitBoard(of: tracked, profile: reading.tracker.profile, on: today)
    let first = max(habit.start, today.advanced(by: 1 - days))
    let shown = first > today ? [] : (0...first.distance(to: today)).map { first.advanced(by: $0) }
    if options.json {
      try session.print(json(board, tracked, shown, context))
    } else {
      try show(board, tracked, shown, context, session)
    }
  }

  private func show(
    _ board: HabitBoard,
    _ tracked: TrackedHabit,
    _ days: [Day],
    _ context: CommandContext,
    _ session: Session
  ) throws(Diagnosis) {
    let (habit, style) = (board.habit, session.style)
    let title = habit.title.terminalSafe.wrapped(to: style.columns)
    try session.print(title.map { style.paint($0, habit.tone ?? .strong) })
    if let description = habit.description {
      try session.print(description.terminalSafe.wrapped(to: style.columns))
    }
    let day = max(context.today, habit.start)
    var facts = FactList()
    facts.add("id", habit.id.text)
    facts.add("also", habit.aliases.isEmpty ? nil : habit.aliases.joined(separator: ", "))
    facts.add("goal", "\(habit.isBreaking ? "at most " : "")\(board.goal(on: day))")
    facts.add("schedule", "\(habit.schedule.value(on: day))")
    facts.add("from", "\(habit.start)" + (habit.end.map { " to \($0)" } ?? ""))
    facts.add("tags", habit.tags.isEmpty ? nil : habit.tags.joined(separator: ", "))
    let streak = board.streak
    facts.add("streak", "\(counted(streak.current, board.streakUnit)) (best \(streak.best))")
    facts.add("total", board.goal(on: day).spelled(total(tracked)))
    try session.print(facts.lines(in: style, indent: 2) + [""])
    var table = Table([.left, .left, .left, .right, .elastic])
    let years = Set(days.map(\.year)).map { ($0, context.document(of: habit, year: $0)) }
    let documents = Dictionary(uniqueKeysWithValues: years)
    for day in days.reversed() {
      let record = documents[day.year]??.record(on: day) ?? Record()
      table.add([
        style.mark(of: board.mark(on: day) ?? .free),
        Table.Cell("\(day)"),
        Table.Cell(day.weekday.short),
        Table.Cell(board.progress(on: day).map { "\($0)/\(board.goal(on: day).amount)" } ?? ""),
        Table.Cell(Show.remarks(record)),
      ])
    }
    try session.print(table.lines(in: style, indent: 2))
  }

  private static func remarks(_ record: Record) -> String {
    var parts: [String] = []
    if let skip = record.skip { parts.append("skipped: \(skip.rawValue)") }
    if let difficulty = record.difficulty { parts.append(difficulty.words) }
    if !record.notes.isEmpty { parts.append(Record.inWords(record.notes)) }
    return parts.joined(separator: ", ")
  }

  private func total(_ tracked: TrackedHabit) -> Amount {
    tracked.tallies.compactMap(\.progress).reduce(.zero, +)
  }

  private func json(
    _ board: HabitBoard,
    _ tracked: TrackedHabit,
    _ days: [Day],
    _ context: CommandContext
  ) -> Output {
    let habit = board.habit
    let day = max(context.today, habit.start)
    return .object([
      ("id", .text(habit.id.text)),
      ("name", .text(habit.name.text)),
      ("type", .text(habit.isBreaking ? "breaking" : "formation")),
      ("goal", .amount(board.goal(on: day).amount)), ("unit", .text(board.goal(on: day).unit)),
      ("per", .text(board.goal(on: day).per.rawValue)),
      ("schedule", .text("\(habit.schedule.value(on: day))")),
      ("start", Output(habit.start)),
      ("end", Output(habit.end)),
      ("streak", .number(board.streak.current)),
      ("best", .number(board.streak.best)),
      ("total", .amount(total(tracked))),
      (
        "days",
        .list(
          days.map { day in
            .object([
              ("date", Output(day)),
              ("state", .text(board.state(on: day).rawValue)),
              ("progress", Output(board.progress(on: day))),
            ])
          }
        )
      ),
    ])
  }
}
