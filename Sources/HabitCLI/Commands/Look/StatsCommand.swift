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

/// What a range of days comes to for several habits: their days in rows, with figures behind.
struct StatsScreen: Screen {
  private let statistics: Statistics
  private let habits: [HabitStatistics]
  private let boards: [HabitID: HabitBoard]
  private let style: Style
  private let vacation: String?
  /// Whether the user named a range.
  private let hasRange: Bool
  /// The first day of any habit, when the graph may begin before the range.
  private let first: Day?

  /// The statistics on a screen; the range is open when the user named no first day.
  init(
    _ statistics: Statistics,
    of board: Scoreboard,
    isOpen: Bool,
    hasRange: Bool,
    in style: Style
  ) {
    self.statistics = statistics
    self.hasRange = hasRange
    self.style = style
    vacation = statistics.days.contains(board.today) ? board.vacationInWords : nil
    habits = statistics.habits.filter { $0.due + $0.skipped + $0.recordedDays > 0 }
    boards = board.habits.byID
    first = isOpen ? habits.map(\.habit.start).min() : nil
  }

  var lines: [String] {
    let range = StatsScreen.title(statistics.days) + [vacation].compactMap(\.self)
    let title = style.folded(range).map { style.paint($0, .strong) }
    guard !habits.isEmpty else { return title + ["", "Nothing was due or recorded."] }
    let layout = layout
    return title + table(layout) + legend(layout) + style.folded(summary)
      + StatsScreen.hours(statistics.quarters, style)
  }

  static let shape = Statistics.shape.of { (screen: StatsScreen) in screen.statistics }

  /// A range in words, and how long it is.
  static func title(_ days: ClosedRange<Day>) -> [String] {
    let count = days.lowerBound.distance(to: days.upperBound) + 1
    return ["\(days.lowerBound) to \(days.upperBound)", counted(count, "day")]
  }

  /// The time of day, when entries tell it.
  static func hours(_ quarters: [Int], _ style: Style) -> [String] {
    let shares = zip(Rules.quarters, Share.of(quarters)).compactMap { name, share in
      share.map { "\(name) \($0.percent)%" }
    }
    return style.folded(shares)
  }

  // MARK: The table

  /// A column of figures behind the rows of days.
  private struct Column {
    let head: String
    var isRight = true
    let cells: [Table.Cell]
    /// The row of all habits.
    var all: Table.Cell = ""

    var isEmpty: Bool { cells.allSatisfy(\.text.isEmpty) }
    var width: Int {
      ([head, all.text] + cells.map(\.text)).map { displayWidth(of: $0) }.max() ?? 0
    }
  }

  /// The fewest columns of days for which figures are left out.
  private static let fewestDays = 24
  /// The name of the row of all habits.
  private static let all = "all"
  /// Names are cut to this before figures are left out.
  private static let shortestName = 12

  private func table(_ layout: Layout) -> [String] {
    let (figures, graph) = (layout.figures, graph(layout.days))
    var table = Table([.left, .left] + figures.map { $0.isRight ? Table.Column.right : .left })
    let scale = style.isInWords ? "" : graph.scale
    table.add(["", Table.Cell(scale, .quiet)] + figures.map { Table.Cell($0.head, .quiet) })
    for (index, habit) in habits.enumerated() {
      guard let board = boards[habit.habit.id] else { continue }
      // Rather no icon than half a name.
      let title = title(of: habit.habit)
      let shown =
        displayWidth(of: title) > layout.name ? habit.habit.name.text.terminalSafe : title
      let name = shown.cut(to: layout.name, ellipsis: style.glyphs.ellipsis)
      table.add(
        [Table.Cell(name, habit.habit.tone), graph.row(of: board, in: style)]
          + figures.map { $0.cells[index] }
      )
    }
    if habits.count > 1 {
      let all = habits.compactMap { boards[$0.habit.id] }
      table.add(
        [Table.Cell(StatsScreen.all, .quiet), graph.row(of: all, in: style)] + figures.map(\.all)
      )
    }
    return table.lines(in: style)
  }

  /// The title, and that the habit is deleted.
  private func title(of habit: Habit) -> String {
    habit.title.terminalSafe + (habit.deleted == nil ? "" : " (deleted)")
  }

  private func graph(_ columns: Int) -> ConsistencyGraph {
    ConsistencyGraph(of: statistics.days, columns: columns, reachingBackTo: first)
  }

  /// The figures that fit, and the columns for days and for names.
  private typealias Layout = (figures: [Column], days: Int, name: Int)

  private var layout: Layout {
    let names = habits.map { title(of: $0.habit) } + [StatsScreen.all]
    let longest = names.map { displayWidth(of: $0) }.max() ?? 0
    let length = statistics.days.lowerBound.distance(to: statistics.days.upperBound) + 1
    let wanted = min(length, StatsScreen.fewestDays)
    var figures = figures.filter { !$0.isEmpty }
    while true {
      let room = style.columns - 2 - figures.map { $0.width + 2 }.reduce(0, +)
      let name = min(longest, max(StatsScreen.shortestName, min(style.columns / 4, room - wanted)))
      guard room - name < wanted,
        let least = StatsScreen.dispensable.lazy.compactMap({ head in
          figures.firstIndex { $0.head == head }
        }).first
      else { return (figures, max(5, room - name), name) }
      figures.remove(at: least)
    }
  }

  /// The heads of the columns that are left out on a narrow screen, the first one first.
  private static let dispensable = [
    "best", "longest", "strength", "amount", "trend", "streak", "done",
  ]

  private var figures: [Column] {
    [
      Column(
        head: "rate",
        cells: habits.map { Table.Cell($0.rate.map { "\($0.percent)%" } ?? "", .strong) },
        all: Table.Cell(statistics.rate.map { "\($0.percent)%" } ?? "", .strong)
      ),
      Column(
        head: "done",
        cells: habits.map { $0.due > 0 ? "\($0.done)/\($0.due)" : "" },
        all: Table.Cell(statistics.due > 0 ? "\(statistics.done)/\(statistics.due)" : "")
      ),
      Column(head: "amount", cells: habits.map { Table.Cell(amount($0)) }),
      Column(
        head: "trend",
        isRight: false,
        cells: habits.map { habit in
          let trend = boards[habit.habit.id].flatMap { statistics.trend(of: $0) }
          return Table.Cell(trend.map(glyph) ?? "", trend == .declining ? .bad : nil)
        }
      ),
      Column(
        head: "streak",
        isRight: false,
        cells: habits.map { habit in
          Table.Cell(habit.isOnlyTracked ? "" : habit.streak.inWords)
        }
      ),
      Column(
        head: "best",
        cells: habits.map { Table.Cell($0.isOnlyTracked ? "" : $0.streak.bestInWords, .quiet) }
      ),
      Column(
        head: "longest",
        cells: habits.map {
          Table.Cell($0.isOnlyTracked || !hasRange ? "" : grouped($0.longest.length), .quiet)
        }
      ),
      Column(
        head: "strength",
        cells: habits.map { Table.Cell($0.strength.map { "\($0.percent)%" } ?? "", .quiet) }
      ),
    ]
  }

  /// How much of the goals was reached; empty where a day is only done or not.
  private func amount(_ habit: HabitStatistics) -> String {
    let isTick = habit.habit.goal.value(on: statistics.days.upperBound) == .once
    guard !isTick, !habit.habit.isBreaking else { return "" }
    return habit.amount.map { "\($0.percent)%" } ?? ""
  }

  private func glyph(_ trend: Statistics.Trend) -> String {
    if style.isInWords { return trend.rawValue }
    return switch trend {
    case .improving: style.glyphs.better
    case .stable: style.glyphs.same
    case .declining: style.glyphs.worse
    }
  }

  // MARK: Below the table

  /// What the marks mean.
  private func legend(_ layout: Layout) -> [String] {
    let graph = graph(layout.days)
    let bars = style.sparkline([0, 0.5, 1])
    let marks =
      style.isInWords
      ? []
      : graph.daysOfPart > 1
        ? ["\(bars) done of about \(counted(graph.daysOfPart, "day"))"]
        : style.legend + (habits.count > 1 ? ["\(bars) done of what was due"] : [])
    let trends = [Statistics.Trend.improving, .stable, .declining].map {
      "\(glyph($0)) \($0.rawValue)"
    }
    let hasTrend = !style.isInWords && layout.figures.contains { $0.head == "trend" }
    return style.folded(marks + (hasTrend ? trends : []), by: "  ")
      .map { style.paint($0, .quiet) }
  }

  private var summary: [String] {
    var parts =
      statistics.isIncomplete
      ? style.unknownLevel.suffix(1)
      : ["\(statistics.perfectDays) of \(counted(statistics.judgedDays, "day")) complete"]
    if hasRange, !statistics.isIncomplete, statistics.longest.length > 0 {
      parts.append("longest run \(counted(statistics.longest.length, "day"))")
    }
    if let trend = statistics.trend { parts.append(trend.rawValue) }
    if let best = statistics.bestWeekday, let worst = statistics.worstWeekday {
      parts += ["best on \(best.name)s", "worst on \(worst.name)s"]
    }
    if let strongest = statistics.strongest {
      parts.append("strongest: \(strongest.habit.name.text.terminalSafe)")
    }
    if let weakest = statistics.weakest {
      parts.append("weakest: \(weakest.habit.name.text.terminalSafe)")
    }
    return parts
  }
}
