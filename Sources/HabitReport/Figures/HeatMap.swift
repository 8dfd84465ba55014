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
  ///
  /// Its shades are the steps of the days shown, of a month those of its year.
  init(_ days: ClosedRange<Day>, _ context: Context, isTitled: Bool, isMonth: Bool) {
    let page = context.page
    let year = page.calendar.period(.year, holding: days.upperBound).days
    let judged =
      isMonth
      ? min(days.lowerBound, year.lowerBound)...max(days.upperBound, year.upperBound) : days
    let habits = context.habit.map { [$0.board] } ?? page.facts.board.habits
    self.scale = HeatScale(of: habits, over: judged)
    self.grid = CalendarGrid(of: days, weeksBeginning: page.weekStart)
    self.title = isTitled ? "\(days.lowerBound.year)" : nil
    self.isMonth = isMonth
    self.weekStart = page.weekStart
  }

  /// What the shades mean; those of which there can be no day are left out.
  var key: [(level: HeatLevel, text: String)] {
    var key: [(HeatLevel, String)] = [(.none, "0%")]
    if let first = scale.steps.first, let second = scale.steps.last {
      if first > 0 { key.append((.little, "under \(first)%")) }
      if second > first { key.append((.some, "under \(second)%")) }
      key.append((.most, "under 100%"))
    }
    return key + [(.full, "100%")]
  }

  /// How the shades were chosen.
  static let keyNote = "thirds of the days between 0 and 100%; blank: not due"
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
    let shades = key.map { "\(glyph($0.level, in: look.medium)) \($0.text)" }
    return days + ["", shades.joined(separator: "  "), HeatMap.keyNote].map { Figure.Line($0) }
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
    grid.monthLines { day in
      scale.level(on: day).map { medium.glyphs.heat[$0.rawValue] } ?? " "
    }
    .map { Figure.Line($0) }
  }

  private func cell(_ day: Day, of grid: CalendarGrid, in medium: Medium) -> String {
    guard grid.days.contains(day), let level = scale.level(on: day) else {
      return medium == .pdf ? Paper.cell(nil) : " "
    }
    return glyph(level, in: medium)
  }

  private func glyph(_ level: HeatLevel, in medium: Medium) -> String {
    medium == .pdf && !isMonth ? Paper.cell(level) : medium.glyphs.heat[level.rawValue]
  }
}
