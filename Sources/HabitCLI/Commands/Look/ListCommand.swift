internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit list`: the habits.
struct ListCommand: Subcommand {
  static let name = "list"
  static let abstract = "List the habits."
  static let json = JSONOutput(
    "A list of the habits; with --ids, of their ids.",
    ListScreen.shape,
    Shape.ids
  )

  @Flag(help: "Print only the ids, one on each line.")
  var ids = false

  @Flag(help: "List paused and ended habits as well.")
  var all = false

  @Flag(help: "List only deleted habits.")
  var deleted = false

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let context = try session.context()
    let reading = context.read(ids ? .definitions : .everything)
    try tags.check(reading, in: session)
    func isMeant(_ habit: Habit) -> Bool {
      guard tags.includes(habit) else { return false }
      guard !deleted else { return habit.deleted != nil }
      return habit.deleted == nil && (all || habit.isActive(on: max(context.today, habit.start)))
    }
    if ids {
      let habits = reading.tracker.habits.map(\.habit).filter(isMeant)
      let ids = reading.tracker.profile.ordered(habits).map(\.id.text)
      if options.json { try session.print(ids, as: .ids) } else { try session.print(ids) }
      return try session.conclude(reading)
    }
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let habits = board.habits.filter { isMeant($0.habit) }.inListOrder
    try session.show(
      ListScreen(board: board, habits: habits, broken: reading.broken, style: session.style)
    )
    try session.conclude(reading)
  }
}

/// The habits of a user by group, with what they are called on the command line.
struct ListScreen: Screen {
  let board: Scoreboard
  /// The habits that are listed, in the order of lists.
  let habits: [HabitBoard]
  /// The ids of those that cannot be read.
  let broken: [HabitID]
  let style: Style

  private var today: Day { board.today }

  private var groups: [HabitGroup] {
    func isAnyTime(_ board: HabitBoard) -> Bool {
      board.habit.isAnyTime(on: max(today, board.habit.start))
    }
    return HabitGroup.all(of: habits.filter { !isAnyTime($0) })
      + [.anyTime(habits.filter(isAnyTime))]
  }

  var lines: [String] {
    let groups = groups
    let rows = groups.flatMap(\.habits).map(row) + broken.map(row)
    guard !rows.isEmpty else {
      return board.habits.count > habits.count
        ? [
          "No habit to list. habit list --all lists paused and ended habits, --deleted deleted ones."
        ]
        : TodayScreen.welcome
    }
    // What is typed stays when a screen is narrow, and the state of a habit that is not active.
    var table = Table([
      .elastic(downTo: 12), .left, .left.dispensable(1), .elastic(downTo: 12).dispensable(3), .left,
      .left.dispensable(2), .right.dispensable(4), .elastic(downTo: 10).dispensable(5),
    ])
    table.add(
      zip(ListScreen.heads, rows[0].indices).map { head, column in
        Table.Cell(rows.contains { !$0[column].text.isEmpty } ? head : "", .quiet)
      }
    )
    for row in rows { table.add(row) }
    let hasHeadings = groups.contains { $0.name != nil && !$0.habits.isEmpty }
    let lines = table.lines(in: style, indent: hasHeadings ? 2 : 0)
    return lines.prefix(1) + HabitGroup.lines(groups, from: lines.dropFirst(), in: style)
      + [board.vacationLine].compactMap(\.self)
  }

  /// Habits that cannot be read have no values.
  static let shape = Shape.list(habit).of { (screen: ListScreen) in
    screen.habits.map { ($0, screen.today) }
  }

  private static let habit = Shape<(board: HabitBoard, today: Day)>.object([
    .named { $0.board.habit },
    .goal { $0.board.goal(on: $0.today) },
    .schedule { $0.board.habit.schedule.value(on: $0.today) },
    Member("start", .date, "The first day.") { $0.board.habit.start },
    Member("end", orNull: .date, "The last day.") { $0.board.habit.end },
    Member("tags", .texts, "The tags.") { $0.board.habit.tags },
    Member("active", .flag, "Whether it is neither ended nor paused nor deleted.") {
      $0.board.habit.isActive(on: $0.today)
    },
    .streaks { $0.board.streak },
  ])

  private static let heads = [
    "habit", "id", "goal", "schedule", "", "streak", "best", "other tags",
  ]

  private func row(_ board: HabitBoard) -> [Table.Cell] {
    let (habit, streak) = (board.habit, board.streak)
    let day = max(today, habit.start)
    let state = habit.deleted.map { "deleted \($0)" } ?? (habit.isWithin(day) ? "paused" : "ended")
    let hasStreak = habit.isActive(on: day) && !habit.isAnyTime(on: day)
    return [
      Table.Cell(habit.title, habit.tone ?? .strong),
      Table.Cell(habit.id.text),
      Table.Cell("\(habit.isBreaking ? "at most " : "")\(board.goal(on: day))"),
      Table.Cell(board.goal(on: day).isSum ? "" : "\(habit.schedule.value(on: day))"),
      Table.Cell(habit.isActive(on: day) ? "" : state),
      Table.Cell(hasStreak ? streak.inWords : ""),
      Table.Cell(hasStreak ? best(streak) : "", .quiet),
      Table.Cell(habit.tags.dropFirst().joined(separator: ", "), .quiet),
    ]
  }

  /// The best streak; where its unit is not that of the streak, with the first letter of it.
  private func best(_ streak: Streak) -> String {
    guard !style.isInWords, streak.bestUnit != streak.unit else { return streak.bestInWords }
    return "\(streak.best) \(streak.bestUnit.rawValue.prefix(1))"
  }

  private func row(_ broken: HabitID) -> [Table.Cell] {
    let empty = Array(repeating: Table.Cell(""), count: ListScreen.heads.count - 5)
    return [Table.Cell(broken.text), Table.Cell(broken.text), "", "", "invalid"] + empty
  }
}
