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

  /// What the shades mean.
  var key: [(level: HeatLevel, text: String)] {
    [(.none, "0%")] + scale.limits.map { ($0.level, "under \($0.percent)%") } + [(.full, "100%")]
  }

  /// How the shades were chosen.
  static let keyNote = "thirds of the days between 0 and 100%"
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
    let key = keyLines(look.medium) + (scale.limits.isEmpty ? [] : [HeatMap.keyNote])
    return days + ([""] + key).map { Figure.Line($0) }
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
      scale.mark(on: day).map(medium.glyphs.days.glyph) ?? " "
    }
    .map { Figure.Line($0) }
  }

  private func cell(_ day: Day, of grid: CalendarGrid, in medium: Medium) -> String {
    let isShown = grid.days.contains(day)
    guard medium != .pdf else { return Paper.cell(isShown ? scale.level(on: day) : nil) }
    return isShown ? scale.mark(on: day).map(medium.glyphs.days.glyph) ?? " " : " "
  }

  /// What the shades of a printed year mean, or the marks of any other map.
  private func keyLines(_ medium: Medium) -> [String] {
    guard medium != .pdf || isMonth else {
      let shades = key.map { "\(Paper.cell($0.level)) \($0.text)" }
      return [shades.joined(separator: "  ") + "  blank: not due"]
    }
    let marks = Set(grid.days.all.compactMap(scale.mark))
    let key = medium.glyphs.days.key(of: marks, limits: scale.limits)
    return key.map { $0.joined(separator: "  ") }
  }
}
