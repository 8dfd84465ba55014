internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit today`: what is due, and progress.
struct Today: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show what is due today, and progress."
  )

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  @Flag(help: "Show the day of every user.")
  var all = false

  func run(in session: Session) throws(Diagnosis) {
    let contexts = all ? try session.allContexts() : [try session.context()]
    let readings = contexts.map { ($0, $0.read(.everything)) }
    if options.json {
      let outputs = readings.map { context, reading in
        let board = Scoreboard(of: reading.tracker, on: context.today)
        return json(due(board, context.today), board, context)
      }
      try session.print(all ? .list(outputs) : outputs[0])
    } else {
      for (index, (context, reading)) in readings.enumerated() {
        if index > 0 { try session.print("") }
        try show(context, reading, session)
      }
    }
    for context in contexts { try session.warnOfConflictCopies(context) }
    let errors = readings.flatMap { $0.1.problems }.filter(\.isError)
    guard errors.isEmpty else { throw Diagnosis(errors) }
  }

  /// The habits due on a day, and any other with progress.
  private func due(_ board: Scoreboard, _ today: Day) -> [HabitBoard] {
    known(board).filter { $0.isDue(on: today) || $0.progress(on: today) != nil }
  }

  private func known(_ board: Scoreboard) -> [HabitBoard] {
    board.habits.filter { $0.habit.deleted == nil && tags.includes($0.habit) }
  }

  private func show(
    _ context: CommandContext,
    _ reading: Reading,
    _ session: Session
  ) throws(Diagnosis) {
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let due = due(board, context.today)
    let waiting = known(board).filter { habit in
      habit.waitingDays != nil && !due.contains { $0.habit.id == habit.habit.id }
    }
    let all = (due + waiting).mostUrgentFirst
    let anyTime = known(board).filter { $0.habit.isAnyTime(on: context.today) && $0.isUnderWay }
      .mostUrgentFirst
    let isApart = Set(anyTime.map(\.habit.id))
    try show(
      all.filter { !isApart.contains($0.habit.id) },
      anyTime,
      board,
      context,
      reading,
      session
    )
  }

  private func show(
    _ habits: [HabitBoard],
    _ anyTime: [HabitBoard],
    _ board: Scoreboard,
    _ context: CommandContext,
    _ reading: Reading,
    _ session: Session
  ) throws(Diagnosis) {
    let (style, today) = (session.style, context.today)
    let name = context.profile.name?.text ?? context.user.text
    try session.print(style.paint("\(today.long) · \(name.terminalSafe)", .strong))
    guard !habits.isEmpty || !reading.broken.isEmpty else {
      try session.print("")
      try session.print(
        board.habits.isEmpty
          ? "No habits yet. Add one: habit add \"Drink water\" --goal \"8 glasses\"\n"
            + "Or bring those of another program: habit import FILE"
          : "Nothing is due today."
      )
      return try show(anyTime, today, session)
    }
    var table = Table([
      .left, .elastic, .left.dispensable(2), .right, .left, .left.dispensable(1),
    ])
    for habit in habits { table.add(row(habit, today, style)) }
    for id in reading.broken {
      table.add([
        Table.Cell(style.glyphs.broken, .bad), Table.Cell(id.text), "", "", "broken", "",
      ])
    }
    try session.print("")
    for line in table.lines(in: style, indent: 2) { try session.print(line) }
    try show(anyTime, today, session)
    try session.print("")
    let summary = summary(habits, board, today, isWhole: reading.broken.isEmpty)
    for line in style.folded(summary) { try session.print(line) }
  }

  /// The habits that are only tracked, under their own heading.
  private func show(_ anyTime: [HabitBoard], _ today: Day, _ session: Session) throws(Diagnosis) {
    guard !anyTime.isEmpty else { return }
    try session.print("")
    try session.print(session.style.paint("Any time", .strong))
    var table = Table([.left, .elastic, .right, .left])
    for board in anyTime {
      let aim = DayAim(board, on: today)
      let mark = Table.Cell(session.style.glyphs.free, .quiet)
      table.add([
        mark, Table.Cell(board.habit.title), Table.Cell("\(aim.progress)"), Table.Cell(aim.unit),
      ])
    }
    for line in table.lines(in: session.style, indent: 2) { try session.print(line) }
  }

  private func row(_ board: HabitBoard, _ today: Day, _ style: Style) -> [Table.Cell] {
    let state = board.state(on: today)
    let aim = DayAim(board, on: today)
    let over = board.excess(on: today)
    let streak = board.streak.current
    return [
      style.mark(of: state),
      Table.Cell(board.habit.title, state == .done ? .quiet : nil),
      Table.Cell(
        style.plainBar(aim.progress, of: aim.amount, columns: 8),
        over == nil ? .good : .bad
      ),
      Table.Cell("\(aim.progress)/\(aim.amount)"),
      Table.Cell(remark(board, aim, state, over), over == nil ? nil : .bad),
      Table.Cell(streak > 0 ? "streak \(counted(streak, board.streakUnit))" : "", .quiet),
    ]
  }

  private func remark(
    _ board: HabitBoard,
    _ aim: DayAim,
    _ state: DayState,
    _ over: Amount?
  ) -> String {
    if let over { return "over by \(over)" }
    guard let days = board.waitingDays else {
      return state == .skipped ? "skipped" : aim.unit + aim.span
    }
    guard board.habit.isBreaking, aim.isLoose else { return "can wait \(counted(days, "day"))" }
    return "\(aim.amount - aim.progress) \(aim.unit) left\(aim.span)"
  }

  private func summary(
    _ habits: [HabitBoard],
    _ board: Scoreboard,
    _ today: Day,
    isWhole: Bool
  ) -> [String] {
    let due = habits.filter { $0.isDue(on: today) && $0.state(on: today) != .skipped }
    let done = due.count { $0.state(on: today) == .done }
    let parts = [
      "\(done) of \(due.count) done",
      "streak \(counted(board.streak.current, "day")) (best \(board.streak.best))",
      "level \(board.level.number)",
      "\(grouped(board.xp.points)) XP",
    ]
    return parts + (isWhole ? [] : ["incomplete: a habit is broken"])
  }

  private func json(_ habits: [HabitBoard], _ board: Scoreboard, _ context: CommandContext)
    -> Output
  {
    let today = context.today
    return .object([
      ("date", Output(today)),
      ("user", .text(context.user.text)),
      ("habits", .list(habits.map { $0.output(on: today) })),
      ("awarded", .flag(board.points(on: today) > 0)),
      ("streak", .number(board.streak.current)),
      ("best", .number(board.streak.best)),
      ("xp", .number(board.xp.points)),
      ("level", .number(board.level.number)),
    ])
  }
}

extension HabitBoard {
  /// How many days it can wait; nil when it cannot, or need not be done.
  fileprivate var waitingDays: Int? {
    if case .canWait(let days) = urgency { days } else { nil }
  }

  /// The members that every command gives of a habit's day.
  func output(on day: Day) -> Output {
    .object([
      ("id", .text(habit.id.text)),
      ("name", .text(habit.name.text)),
      ("state", .text(state(on: day).rawValue)),
      ("progress", Output(progress(on: day))),
      ("goal", .amount(goal(on: day).amount)),
      ("unit", .text(goal(on: day).unit)),
      ("per", .text(goal(on: day).per.rawValue)),
      ("due", .flag(isDue(on: day))),
      ("streak", .number(streak.current)),
      ("best", .number(streak.best)),
    ])
  }
}

extension HabitBoard {
  /// Whether the habit goes on today.
  fileprivate var isUnderWay: Bool { habit.isActive(on: today) }
}

extension Habit {
  /// The icon, when there is one, and the name.
  var title: String { [icon, name.text].compactMap(\.self).joined(separator: " ") }
}

extension Style {
  /// The mark of a state.
  func mark(of state: DayState) -> Table.Cell {
    switch state {
    case .done: Table.Cell(glyphs.done, .good)
    case .skipped: Table.Cell(glyphs.skipped, .quiet)
    case .open: Table.Cell(glyphs.open)
    case .missed: Table.Cell(glyphs.missed, .bad)
    case .free: Table.Cell(glyphs.free, .quiet)
    }
  }
}
