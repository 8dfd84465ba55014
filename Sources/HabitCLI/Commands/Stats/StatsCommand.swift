internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit stats`: what a range of days comes to.
struct StatsCommand: Subcommand {
  static let name = "stats"
  static let abstract = "Show statistics of all habits or of one."
  static let json = JSONOutput("What a range of days comes to.", StatsScreen.shape)

  @Argument(
    help: "The habit; the default is all. Or a period, such as march.",
    completion: .habits
  )
  var words: [String] = []

  @Flag(help: "Draw the curve of a habit's strength in several lines.")
  var wide = false

  @OptionGroup var range: RangeOptions
  @OptionGroup var periods: PeriodOptions
  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let context = try session.context()
    let reading = context.read(.everything)
    var names = words
    let period = try periods.days(orBehind: &names, besides: range, of: reading, in: context)
    let usual = try range.days(today: context.today) { $0.advanced(by: 1 - RangeOptions.usualDays) }
    let days = period.map { $0.lowerBound...min($0.upperBound, context.today) } ?? usual
    try tags.check(reading, in: session)
    let meant = try session.onlyHabit(names, in: reading, on: context.today)?.id
    guard !wide || meant != nil else {
      throw Diagnosis(.usage, "--wide is for one habit", hint: "habit stats HABIT --wide")
    }
    let tracker = reading.tracker.keeping { habit in
      tags.includes(habit) && (meant.map { $0 == habit.id } ?? true)
    }
    let board = Scoreboard(of: tracker, on: context.today)
    let statistics = Statistics(of: board, over: days)
    let weekStart = context.profile.weekStart
    try session.show(
      screen(
        statistics,
        board,
        isOneHabit: meant != nil,
        period,
        weekStart,
        session.style
      )
    )
    try session.conclude(reading)
  }

  private func screen(
    _ statistics: Statistics,
    _ board: Scoreboard,
    isOneHabit: Bool,
    _ period: ClosedRange<Day>?,
    _ weekStart: Weekday,
    _ style: Style
  ) -> any Screen {
    let isOpen = period == nil && range.from == nil
    guard isOneHabit, let only = statistics.habits.first,
      let habit = board.habits[only.habit.id]
    else {
      return StatsScreen(
        statistics,
        of: board,
        isOpen: isOpen,
        hasRange: period != nil || range.isGiven,
        in: style
      )
    }
    return HabitStatsScreen(
      habit: only,
      statistics: statistics,
      board: habit,
      course: wide ? .chart : .line,
      isOpen: isOpen,
      hasRange: period != nil || range.isGiven,
      weekStart: weekStart,
      style: style
    )
  }
}
