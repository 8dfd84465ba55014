internal import HabitCore
internal import HabitReport
internal import HabitScore

/// How much was done on each day of a range, as a map.
struct CalendarScreen: Screen {
  /// How the days are laid out.
  enum Grid: Sendable {
    /// A week a column, as many of the latest as fit.
    case year
    /// A week a line, each day with its number.
    case month
  }

  private let days: ClosedRange<Day>
  private let weekStart: Weekday
  private let scale: HeatScale
  private let title: String
  private let vacation: String?
  private let grid: Grid
  private let style: Style
  private let marks: [Day: MapMark]

  /// A map of a range of days.
  ///
  /// - Parameters:
  ///   - days: The range.
  ///   - weekStart: The first day of a week.
  ///   - scale: How much was done on each day.
  ///   - title: Whose days they are.
  ///   - vacation: That the user is on vacation, in words.
  ///   - grid: How they are laid out.
  ///   - style: How the screen looks.
  init(
    of days: ClosedRange<Day>,
    weeksBeginning weekStart: Weekday,
    scale: HeatScale,
    title: String,
    vacation: String?,
    as grid: Grid,
    in style: Style
  ) {
    self.days = days
    self.weekStart = weekStart
    self.scale = scale
    self.title = title
    self.vacation = vacation
    self.grid = grid
    self.style = style
    var marks: [Day: MapMark] = [:]
    for day in days.all { marks[day] = scale.mark(on: day) }
    self.marks = marks
  }

  /// The range, the map, and what its marks mean.
  var lines: [String] {
    let head = style.folded(
      [title.terminalSafe, "\(days.lowerBound) to \(days.upperBound)"]
        + [vacation].compactMap(\.self)
    )
    let map =
      switch grid {
      case .year: year
      case .month: month
      }
    return head.map { style.paint($0, .strong) } + (map + legend).map(\.droppingTrailingSpaces)
  }

  private var year: [String] {
    let grid = CalendarGrid(
      of: days,
      weeksBeginning: weekStart,
      // The name of a month takes two columns more than the last week.
      mostWeeks: max(4, style.columns - 6)
    )
    return grid.yearLines(margin: 4) { style.cell(of: marks[$0]) }
  }

  private var month: [String] {
    CalendarGrid(of: days, weeksBeginning: weekStart)
      .monthLines { style.cell(of: marks[$0]) }
  }

  private var legend: [String] {
    let key = style.glyphs.days.key(of: Set(marks.values))
    return key.flatMap { style.folded($0, by: "  ") }.map { style.paint($0, .quiet) }
  }

  static let shape = Shape.list(day).of { (screen: CalendarScreen) in
    screen.days.all.map { ($0, screen.scale.level(on: $0)) }
  }

  private static let day = Shape<(day: Day, level: HeatLevel?)>.object([
    .date { $0.day },
    Member("level", orNull: .whole(0, to: HeatLevel.allCases.count - 1), "How much was done.") {
      $0.level?.rawValue
    },
  ])
}
