internal import HabitCore
internal import HabitScore

/// How much was done on each day of a range, laid out by weeks.
struct HeatMap {
  let grid: CalendarGrid
  let scale: HeatScale
  let title: String?
  let isMonth: Bool
  let weekStart: Weekday
  /// Whether no other map is below it, so that it tells what shades mean.
  var isLast = true

  /// A map of some days: a month a week a line, more a week a column.
  init(
    _ days: ClosedRange<Day>,
    on scale: HeatScale,
    weekStart: Weekday,
    isTitled: Bool = false,
    isMonth: Bool
  ) {
    self.scale = scale
    self.grid = CalendarGrid(of: days, weeksBeginning: weekStart)
    self.title = isTitled ? "\(days.lowerBound.year)" : nil
    self.isMonth = isMonth
    self.weekStart = weekStart
  }

  /// What each shade means.
  static let key = HeatLevel.allCases.map { (level: $0, text: $0.inWords) }
}

extension HeatMap {
  /// A year in two parts; less as it is.
  var halves: [CalendarGrid] {
    guard grid.weeks.count > 40 else { return [grid] }
    return grid.days.equalParts(2).map { CalendarGrid(of: $0, weeksBeginning: weekStart) }
  }
}

// MARK: In glyphs

extension HeatMap {
  /// The lines of a map for a terminal.
  func lines(for look: Look) -> [Figure.Line] {
    isMonth
      ? grid.monthLines { cell($0, of: grid, in: look.medium) }.map { Figure.Line($0) }
      : yearLines(for: look)
  }

  /// A week a column; a year is a little too wide for a narrow page, two halves are not.
  private func yearLines(for look: Look) -> [Figure.Line] {
    let grids = look.columns < Look.wide ? halves : [grid]
    return (title.map { [Figure.Line($0)] } ?? [])
      + grids.flatMap { grid in
        grid.yearLines(margin: 5) { cell($0, of: grid, in: look.medium) }.map { Figure.Line($0) }
      }
  }

  private func cell(_ day: Day, of grid: CalendarGrid, in medium: Medium) -> String {
    guard grid.days.contains(day) else { return " " }
    return scale.mark(on: day).map(medium.glyphs.days.glyph) ?? " "
  }

  /// What the marks of maps mean.
  func keyLines(_ medium: Medium, of maps: [HeatMap]) -> [String] {
    let marks = Set(maps.flatMap { map in map.grid.days.all.compactMap(map.scale.mark) })
    return medium.glyphs.days.key(of: marks).map { $0.joined(separator: "  ") }
  }
}

// MARK: On paper

extension HeatMap {
  /// The lines of a map for paper.
  var sheet: [String] { isMonth ? monthSheet : yearSheet }

  /// What the shades of a printed map mean.
  static var sheetKey: [String] {
    let shades = key.map { Paper.square($0.level) }.joined(separator: " ")
    return [".ha-small", "less \(shades) more\\h'1m'blank: not due", ".ha-text"]
  }

  /// A week a column, below the names of months.
  private var yearSheet: [String] {
    let names = grid.months.map { "\\h'|\(Paper.place(ofWeek: $0.week))p'\($0.name)" }.joined()
    let rows = (0..<7).map { row in
      let label = row % 2 == 0 ? grid.weeks[0].advanced(by: row).weekday.abbreviation : ""
      let cells = grid.weeks.map { week in square(week.advanced(by: row)) }
      return "\(label)\\h'|\(Paper.place(ofWeek: 0))p'\(cells.joined())"
    }
    return [".ha-map"] + (title.map { ["\\f[HB]\($0)\\f[]"] } ?? []) + [names] + rows
  }

  private func square(_ day: Day) -> String {
    Paper.square(grid.days.contains(day) && day <= scale.today ? scale.level(on: day) : nil)
  }

  /// A week a line, each day a field with its number.
  private var monthSheet: [String] {
    func row(_ cell: (Int) -> String) -> String {
      (0..<7).map { "\\h'|\($0 * Paper.fieldWidth)p'\(cell($0))" }.joined()
    }
    let head = row { grid.weeks[0].advanced(by: $0).weekday.abbreviation }
    let rows = grid.weeks.map { week in
      row { offset in
        let day = week.advanced(by: offset)
        guard grid.days.contains(day) else { return "" }
        let level = day <= scale.today ? scale.level(on: day) : nil
        return Paper.field(level, day.dayOfMonth)
      }
    }
    return [".ha-small", head, ".ha-month"] + rows + [".sp 4p"]
  }
}
