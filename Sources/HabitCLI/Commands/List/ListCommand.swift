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
