internal import HabitCore
internal import HabitScore

/// How much was done on each day of a range, laid out by weeks.
struct HeatMap {
  let grid: CalendarGrid
  let scale: HeatScale
  let title: String?
  let isMonth: Bool
  let weekStart: Weekday

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
  /// The lines of a map, and what its shades mean.
  func lines(for look: Look) -> [Figure.Line] {
    let days = isMonth ? monthLines(look.medium) : yearLines(for: look)
    return days + ([""] + keyLines(look.medium)).map { Figure.Line($0) }
  }

  /// A week a column; a year is a little too wide for a narrow page, two halves are not.
  private func yearLines(for look: Look) -> [Figure.Line] {
    let grids = look.columns < Look.wide ? halves : [grid]
    return (title.map { [Figure.Line($0)] } ?? [])
      + grids.flatMap { grid in
        let lines = grid.yearLines(margin: 5) { cell($0, of: grid, in: look.medium) }
        return lines.prefix(1).map { Figure.Line($0) }
          + lines.dropFirst().map { Figure.Line($0, isDense: true) }
      }
  }

  /// A week a line, each day with its number.
  private func monthLines(_ medium: Medium) -> [Figure.Line] {
    grid.monthLines { cell($0, of: grid, in: medium) }.map { Figure.Line($0) }
  }

  private func cell(_ day: Day, of grid: CalendarGrid, in medium: Medium) -> String {
    let isShown = grid.days.contains(day)
    guard medium != .pdf else { return Paper.cell(isShown ? scale.level(on: day) : nil) }
    return isShown ? scale.mark(on: day).map(medium.glyphs.days.glyph) ?? " " : " "
  }

  /// What the shades of a printed map mean, or the marks of any other.
  private func keyLines(_ medium: Medium) -> [String] {
    guard medium != .pdf else {
      let shades = HeatMap.key.map { Paper.cell($0.level) }.joined(separator: " ")
      return ["less \(shades) more  blank: not due"]
    }
    let marks = Set(grid.days.all.compactMap(scale.mark))
    return medium.glyphs.days.key(of: marks).map { $0.joined(separator: "  ") }
  }
}
