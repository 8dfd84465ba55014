internal import HabitCore
internal import HabitScore

/// How much was done on each day of a range, laid out by weeks.
struct HeatMap {
  private let grid: CalendarGrid
  private let scale: HeatScale
  private let title: String?
  private let isMonth: Bool
  private let weekStart: Weekday

  /// A map of some days: a month a week a line, more a week a column.
  ///
  /// Its shades are the steps of the days shown, of a month those of its year.
  init(_ days: ClosedRange<Day>, _ context: Context, isTitled: Bool, isMonth: Bool) {
    let page = context.page
    let year = page.calendar.period(.year, holding: days.upperBound).days
    let judged =
      isMonth
      ? min(days.lowerBound, year.lowerBound)...max(days.upperBound, year.upperBound) : days
    self.scale = HeatScale(of: context.habit.map { [$0.board] } ?? page.facts.board.habits, over: judged)
    self.grid = CalendarGrid(of: days, weeksBeginning: page.weekStart)
    self.title = isTitled ? "\(days.lowerBound.year)" : nil
    self.isMonth = isMonth
    self.weekStart = page.weekStart
  }

  /// What the shades mean; those of which there can be no day are left out.
  private var key: [(level: HeatLevel, text: String)] {
    var key: [(HeatLevel, String)] = [(.none, "0%")]
    if let first = scale.steps.first, let second = scale.steps.last {
      if first > 0 { key.append((.little, "under \(first)%")) }
      if second > first { key.append((.some, "under \(second)%")) }
      key.append((.most, "under 100%"))
    }
    return key + [(.full, "100%")]
  }

  /// How the shades were chosen.
  private static let keyNote = "of what was due; in thirds of the days between; blank: not due"
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
    let isNarrow = look.columns < Look.wide && grid.weeks.count > 40
    let grids =
      isNarrow
      ? grid.days.equalParts(2).map { CalendarGrid(of: $0, weeksBeginning: weekStart) } : [grid]
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

// MARK: As vectors

extension HeatMap {
  private static let step = 14
  private static let side = 11
  private static let left = 34

  /// The map, and what its shades mean.
  var picture: String {
    let shades = key.map { shade in
      let swatch = SVG.box(
        style(of: shade.level),
        x: 0,
        y: 0,
        width: HeatMap.side,
        height: HeatMap.side,
        radius: 2
      )
      let side = HeatMap.side
      return """
        <span class="shade"><svg viewBox="0 0 \(side) \(side)" width="\(side)" height="\(side)" \
        aria-hidden="true">\(swatch)</svg> \(shade.text)</span>
        """
    }
    return """
      <figure>\(isMonth ? monthPicture : yearPicture)
      <figcaption>\(shades.joined(separator: " ")) \(HeatMap.keyNote)</figcaption></figure>
      """
  }

  private func style(of level: HeatLevel?) -> String { level.map { "h\($0.rawValue)" } ?? "hn" }

  private func words(on day: Day) -> String {
    "\(day.long): \(scale.percent(on: day).map { "\($0)%" } ?? "nothing due")"
  }

  /// A week a column.
  private var yearPicture: String {
    let (step, side, left) = (HeatMap.step, HeatMap.side, HeatMap.left)
    var parts = title.map { [SVG.text($0, x: 0, y: 11, "year")] } ?? []
    parts += grid.months.map { SVG.text($0.name, x: left + $0.week * step, y: 11) }
    for row in stride(from: 0, to: 7, by: 2) {
      let name = grid.weeks.first.map { $0.advanced(by: row).weekday.abbreviation } ?? ""
      parts.append(SVG.text(name, x: 0, y: 18 + row * step + 9))
    }
    for (column, week) in grid.weeks.enumerated() {
      for row in 0..<7 {
        let day = week.advanced(by: row)
        guard grid.days.contains(day) else { continue }
        parts.append(
          SVG.box(
            style(of: scale.level(on: day)),
            x: left + column * step,
            y: 18 + row * step,
            width: side,
            height: side,
            radius: 2,
            title: words(on: day)
          )
        )
      }
    }
    let width = left + grid.weeks.count * step
    return SVG.picture("Calendar", width: max(width, 160), height: 18 + 7 * step, parts)
  }

  /// A week a line, each day with its number.
  private var monthPicture: String {
    let (width, height) = (46, 34)
    var parts = (0..<7).map { column in
      SVG.text(
        grid.weeks[0].advanced(by: column).weekday.abbreviation,
        x: column * width + 8,
        y: 12
      )
    }
    for (row, week) in grid.weeks.enumerated() {
      for column in 0..<7 {
        let day = week.advanced(by: column)
        guard grid.days.contains(day) else { continue }
        let level = scale.level(on: day)
        parts.append(
          SVG.box(
            style(of: level),
            x: column * width,
            y: 20 + row * height,
            width: width - 4,
            height: height - 4,
            radius: 4,
            title: words(on: day)
          )
        )
        let tone = level.map { "n\($0.rawValue)" } ?? "n0"
        parts.append(
          SVG.text("\(day.dayOfMonth)", x: column * width + 8, y: 20 + row * height + 19, tone)
        )
      }
    }
    return SVG.picture("Calendar", width: 7 * width, height: 20 + grid.weeks.count * height, parts)
  }
}
