internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit list`: the habits.
struct List: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the habits."
  )

  @Flag(help: "Print the ids alone, one a line.")
  var ids = false

  @Flag(help: "List resting and ended habits too.")
  var all = false

  @Flag(help: "List deleted habits alone.")
  var deleted = false

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let reading = context.read(ids ? .definitions : .everything)
    let tracked = reading.tracker.habits.filter { tracked in
      let habit = tracked.habit
      guard tags.includes(habit) else { return false }
      guard !deleted else { return habit.deleted != nil }
      return habit.deleted == nil && (all || habit.isActive(on: max(context.today, habit.start)))
    }
    if ids {
      for tracked in tracked { try session.print(tracked.habit.id.text) }
      return
    }
    let profile = reading.tracker.profile
    let boards = tracked.map { HabitBoard(of: $0, profile: profile, on: context.today) }
      .inListOrder
    if options.json {
      try session.print(.list(boards.map { output($0, context.today) }))
    } else {
      let isAnyTime = { (board: HabitBoard) in
        board.habit.isAnyTime(on: max(context.today, board.habit.start))
      }
      try show(boards.filter { !isAnyTime($0) }, broken: reading.broken, context.today, session)
      try showAnyTime(boards.filter(isAnyTime), context.today, session)
    }
    try session.conclude(reading)
  }

  private func showAnyTime(
    _ boards: [HabitBoard],
    _ today: Day,
    _ session: Session
  ) throws(Diagnosis) {
    guard !boards.isEmpty else { return }
    try session.print(session.style.paint("Any time", .strong))
    try show(boards, broken: [], today, session)
  }

  private func show(
    _ boards: [HabitBoard],
    broken: [HabitID],
    _ today: Day,
    _ session: Session
  ) throws(Diagnosis) {
    var table = Table([.elastic, .left.dispensable(3), .left, .left.dispensable(1), .left])
    for board in boards { table.add(row(board, today)) }
    for id in broken { table.add([Table.Cell(id.text), "", "", "", "broken"]) }
    for line in table.lines(in: session.style) { try session.print(line) }
  }

  private func row(_ board: HabitBoard, _ today: Day) -> [Table.Cell] {
    let habit = board.habit
    let day = max(today, habit.start)
    let streak = board.streak
    return [
      Table.Cell(habit.name.text, .strong),
      Table.Cell(habit.id.text, .quiet),
      Table.Cell("\(board.goal(on: day))"),
      Table.Cell("\(habit.schedule.value(on: day))"),
      Table.Cell(
        habit.isActive(on: day)
          ? habit.isAnyTime(on: day)
            ? "" : "streak \(counted(streak.current, board.streakUnit)) (best \(streak.best))"
          : habit.deleted.map { "deleted \($0)" } ?? (habit.isWithin(day) ? "resting" : "ended")
      ),
    ]
  }

  private func output(_ board: HabitBoard, _ today: Day) -> Output {
    let habit = board.habit
    let name: [(String, Output)] = [("id", .text(habit.id.text)), ("name", .text(habit.name.text))]
    return .object(
      name + board.goal(on: today).output + [
        ("schedule", .text("\(habit.schedule.value(on: today))")),
        ("start", Output(habit.start)), ("end", Output(habit.end)),
        ("tags", .list(habit.tags.map(Output.text))),
        ("active", .flag(habit.isActive(on: today))),
        ("streak", .number(board.streak.current)), ("best", .number(board.streak.best)),
      ]
    )
  }
}
