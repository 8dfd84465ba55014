internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit stats`: what a range of days comes to.
struct Stats: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show what a range of days comes to, for all habits or one."
  )

  @Argument(help: "The habit; all when left out.", completion: .habits)
  var habit: String?

  @Flag(help: "Draw the course of the habit's strength in several lines.")
  var wide = false

  @OptionGroup var range: RangeOptions
  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws(Diagnosis) {
    guard !wide || habit != nil else {
      throw Diagnosis(.usage, "--wide is for one habit", hint: "habit stats HABIT --wide")
    }
    let context = try session.context()
    let days = try range.days(today: context.today) { $0.advanced(by: 1 - RangeOptions.usualDays) }
    let reading = context.read(.everything)
    let meant = try habit.map { (name) throws(Diagnosis) in
      try session.habit(name, in: reading).id
    }
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let statistics = Statistics(of: board, over: days) { habit in
      tags.includes(habit) && (meant.map { $0 == habit.id } ?? true)
    }
    if options.json {
      try session.print(output(statistics))
    } else {
      let style = session.style
      try session.print(lines(statistics, board, isOneHabit: meant != nil, style))
    }
    try session.conclude(reading)
  }

  private func lines(
    _ statistics: Statistics,
    _ board: Scoreboard,
    isOneHabit: Bool,
    _ style: Style
  ) -> [String] {
    let isOpen = range.from == nil
    guard isOneHabit, let only = statistics.habits.first,
      let habit = board.habits.first(where: { $0.habit.id == only.habit.id })
    else { return StatsScreen(statistics, of: board, isOpen: isOpen, in: style).lines }
    return HabitStatsScreen(
      only,
      of: statistics,
      habit,
      wide ? .chart : .line,
      isOpen: isOpen,
      in: style
    ).lines
  }

  // MARK: As JSON

  private func output(_ statistics: Statistics) -> Output {
    .object([
      ("from", Output(statistics.days.lowerBound)),
      ("to", Output(statistics.days.upperBound)),
      (
        "habits",
        .list(
          statistics.habits.filter { $0.habit.isListed(in: statistics.days) }.map { habit in
            .object([
              ("id", .text(habit.habit.id.text)),
              ("due", .number(habit.due)),
              ("done", .number(habit.done)),
              ("skipped", .number(habit.skipped)),
              ("rate", percent(habit.rate)),
              ("amount", percent(habit.amount)),
              ("streak", .number(habit.streak.current)),
              ("best", .number(habit.streak.best)),
              ("strength", .number(habit.strength.percent)),
              ("total", .amount(habit.total)),
            ])
          }
        )
      ),
      ("completeDays", .number(statistics.perfectDays)),
      ("trend", Output(statistics.trend?.rawValue)),
      ("top", Output(statistics.topHabit?.habit.id.text)),
      ("nudge", Output(statistics.nudge?.habit.id.text)),
      ("bestWeekday", Output(statistics.bestWeekday?.rawValue)),
      ("worstWeekday", Output(statistics.worstWeekday?.rawValue)),
      ("hours", .list(statistics.quarters.map(Output.number))),
    ])
  }

  private func percent(_ share: Share?) -> Output { share.map { .number($0.percent) } ?? .null }
}
