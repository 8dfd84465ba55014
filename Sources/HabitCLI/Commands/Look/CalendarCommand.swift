internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore

/// `habit calendar`: a heat map of a year, or a month.
struct CalendarCommand: Subcommand {
  static let name = "calendar"
  static let abstract = "Show a year or a month as a map."
  static let json = JSONOutput("A list of days.", CalendarScreen.shape)

  @Argument(
    help: "The habit; the default is all. Or a period, such as march.",
    completion: .habits
  )
  var words: [String] = []

  @OptionGroup var range: RangeOptions
  @OptionGroup var periods: PeriodOptions
  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let context = try session.context()
    let reading = context.read(.everything)
    try tags.check(reading, in: session)
    var names = words
    let period = try periods.days(orBehind: &names, besides: range, of: reading, in: context)
    let usual = try range.days(today: context.today) { $0.advanced(by: -364) }
    let days = period ?? usual
    let meant = try session.onlyHabit(names, in: reading, on: context.today)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let habit = meant.flatMap { board.habits[$0.id] }
    let habits = board.habits.filter { meant == nil && tags.includes($0.habit) }
    let screen = CalendarScreen(
      days: days,
      weekStart: context.profile.weekStart,
      scale: habit.map(HeatScale.one) ?? .all(habits),
      title: meant?.title ?? context.profile.name?.text ?? context.user.text,
      vacation: days.contains(context.today) ? board.vacationInWords : nil,
      grid: period == nil || days.lowerBound.distance(to: days.upperBound) > 30 ? .year : .month,
      style: session.style
    )
    try session.show(screen)
    try session.conclude(reading)
  }
}

/// How much was done on each day of a range, as a map.
struct CalendarScreen: Screen {
  /// How the days are laid out.
  enum Grid: Sendable {
    /// A week a column, as many of the latest as fit.
    case year
    /// A week a line, each day with its number.
    case month
  }

  let days: ClosedRange<Day>
  let weekStart: Weekday
  /// How much was done on each day.
  let scale: HeatScale
  /// Whose days they are.
  let title: String
  /// That the user is on vacation, in words.
  let vacation: String?
  let grid: Grid
  let style: Style

  /// The range, the map, and what its marks mean.
  var lines: [String] {
    let head = style.folded(
      [title.terminalSafe, "\(days.lowerBound) to \(days.upperBound)"]
        + [vacation].compactMap(\.self)
    )
    var marks: [Day: MapMark] = [:]
    for day in days.all { marks[day] = scale.mark(on: day) }
    guard !style.isInWords else { return head + words(of: marks) }
    let key = style.glyphs.days.key(of: Set(marks.values))
    let legend = key.flatMap { style.folded($0, by: "  ") }.map { style.paint($0, .quiet) }
    return head.map { style.paint($0, .strong) }
      + (map(of: marks) + legend).map(\.droppingTrailingSpaces)
  }

  /// A line for each week.
  private func words(of marks: [Day: MapMark]) -> [String] {
    CalendarGrid(of: days, weeksBeginning: weekStart).weeks.map { week in
      let first = max(week, days.lowerBound)
      let shown = (first...min(week.advanced(by: 6), days.upperBound)).all
      return "\(first): \(MapMark.inWords(shown.map { marks[$0] }))"
    }
  }

  private func map(of marks: [Day: MapMark]) -> [String] {
    switch grid {
    case .year:
      CalendarGrid(
        of: days,
        weeksBeginning: weekStart,
        // The name of a month takes two columns more than the last week.
        mostWeeks: max(4, style.columns - 6)
      )
      .yearLines(margin: 4) { style.cell(of: marks[$0]) }
    case .month:
      CalendarGrid(of: days, weeksBeginning: weekStart)
        .monthLines { style.cell(of: marks[$0]) }
    }
  }

  static let shape = Shape.list(day).of { (screen: CalendarScreen) in
    screen.days.all.map { ($0, screen.scale.level(on: $0)) }
  }

  private static let day = Shape<(day: Day, level: HeatLevel?)>.object([
    .date { $0.day },
    Member(
      "level",
      orNull: .whole(0, to: HeatLevel.allCases.count - 1),
      "How much was done: 0 is nothing, and the last all."
    ) {
      $0.level?.rawValue
    },
  ])
}
