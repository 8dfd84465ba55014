internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit stats`: what a range of days comes to.
struct StatsCommand: Subcommand {
  static let name = "stats"
  static let abstract = "Show statistics of all habits or of one."

  @Argument(help: "The habit; the default is all.", completion: .habits)
  var habit: String?

  @Flag(help: "Draw the curve of a habit's strength in several lines.")
  var wide = false

  @OptionGroup var range: RangeOptions
  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    guard !wide || habit != nil else {
      throw Diagnosis(.usage, "--wide is for one habit", hint: "habit stats HABIT --wide")
    }
    let context = try session.context()
    let days = try range.days(today: context.today) { $0.advanced(by: 1 - RangeOptions.usualDays) }
    let reading = context.read(.everything)
    try tags.check(reading, in: session)
    let meant = try habit.map { name in try session.habit(name, in: reading, on: context.today).id }
    let tracker = reading.tracker.keeping { habit in
      tags.includes(habit) && (meant.map { $0 == habit.id } ?? true)
    }
    let board = Scoreboard(of: tracker, on: context.today)
    let statistics = Statistics(of: board, over: days)
    let weekStart = context.profile.weekStart
    try session.show(screen(statistics, board, isOneHabit: meant != nil, weekStart, session.style))
    try session.conclude(reading)
  }

  private func screen(
    _ statistics: Statistics,
    _ board: Scoreboard,
    isOneHabit: Bool,
    _ weekStart: Weekday,
    _ style: Style
  ) -> any Screen {
    let isOpen = range.from == nil
    guard isOneHabit, let only = statistics.habits.first,
      let habit = board.habits[only.habit.id]
    else {
      return StatsScreen(
        statistics,
        of: board,
        isOpen: isOpen,
        hasRange: range.isGiven,
        in: style
      )
    }
    return HabitStatsScreen(
      habit: only,
      statistics: statistics,
      board: habit,
      course: wide ? .chart : .line,
      isOpen: isOpen,
      hasRange: range.isGiven,
      weekStart: weekStart,
      style: style
    )
  }
}
