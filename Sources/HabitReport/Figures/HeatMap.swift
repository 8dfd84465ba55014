internal import HabitCore
internal import HabitScore

/// How much was done on each day of a range, laid out by weeks.
struct HeatMap {
  private let grid: CalendarGrid
  private let heat: [Day: HeatLevel]
  private let title: String?
  private let glyphs: Glyphs

  init(_ days: ClosedRange<Day>, _ context: Context, isTitled: Bool) {
    let page = context.page
    self.grid = CalendarGrid(of: days, weeksBeginning: page.weekStart)
    self.glyphs = page.glyphs
    self.title = isTitled ? "\(days.lowerBound.year)" : nil
    var heat: [Day: HeatLevel] = [:]
    for number in days.lowerBound.number...days.upperBound.number {
      let day = Day(number: number)
      heat[day] =
        context.habit?.board.heat(on: day)
        ?? (context.habit == nil ? page.facts.board.heat(on: day) : nil)
    }
    self.heat = heat
  }

  // MARK: In glyphs

  /// A week a column.
  func yearLines(in medium: Medium) -> [Figure.Line] {
    let lines = grid.yearLines(margin: 5) { cell($0, in: medium) }
    return (title.map { [Figure.Line($0)] } ?? []) + lines.prefix(1).map { Figure.Line($0) }
      + lines.dropFirst().map { Figure.Line($0, isDense: true) }
  }

  /// What the shades mean.
  func key(in medium: Medium) -> Figure.Line {
    var shades: [String] = []
    for shade in HeatLevel.allCases.map({ glyph($0, in: medium) }) where shades.last != shade {
      shades.append(shade)
    }
    return Figure.Line("     less " + shades.joined() + " more, blank: not due")
  }

  private func cell(_ day: Day, in medium: Medium) -> String {
    guard grid.days.contains(day), let level = heat[day] else {
      return medium == .pdf ? Paper.cell(nil) : " "
    }
    return glyph(level, in: medium)
  }

  private func glyph(_ level: HeatLevel, in medium: Medium) -> String {
    medium == .pdf ? Paper.cell(level) : glyphs.heat[level.rawValue]
  }

  /// A week a line, each day with its number.
  var monthLines: [Figure.Line] {
    grid.monthLines { day in heat[day].map { glyphs.heat[$0.rawValue] } ?? " " }
      .map { Figure.Line($0) }
  }

  // MARK: As vectors

  private static let step = 14
  private static let side = 11
  private static let left = 34

  /// A week a column.
  var yearPicture: String {
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
            heat[day].map { "h\($0.rawValue)" } ?? "hn",
            x: left + column * step,
            y: 18 + row * step,
            width: side,
            height: side,
            radius: 2,
            title: "\(day.long): \(heat[day].map(\.inWords) ?? "nothing due")"
          )
        )
      }
    }
    let width = left + grid.weeks.count * step
    return SVG.picture("Calendar", width: max(width, 160), height: 18 + 7 * step, parts)
  }

  /// A week a line, each day with its number.
  var monthPicture: String {
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
        let level = heat[day]
        parts.append(
          SVG.box(
            level.map { "h\($0.rawValue)" } ?? "hn",
            x: column * width,
            y: 20 + row * height,
            width: width - 4,
            height: height - 4,
            radius: 4,
            title: "\(day.long): \(level.map(\.inWords) ?? "nothing due")"
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

extension HeatLevel {
  /// How much was done.
  var inWords: String {
    switch self {
    case .none: "nothing done"
    case .little: "less than a quarter done"
    case .some: "less than half done"
    case .most: "most done"
    case .full: "all done"
    }
  }
}
