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

  var isPaged: Bool { true }

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
      let screen = ListScreen(
        boards,
        broken: reading.broken,
        on: context.today,
        in: session.style
      )
      try session.print(screen.lines)
    }
    try session.conclude(reading)
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
