internal import HabitCore
internal import HabitScore

/// How much was done on each day of a range, laid out by weeks.
struct HeatMap {
  private let days: ClosedRange<Day>
  private let weeks: [Day]
  private let heat: [Day: HeatLevel]
  private let title: String?
  private let glyphs: Glyphs

  init(_ days: ClosedRange<Day>, _ context: Context, isTitled: Bool) {
    let page = context.page
    self.days = days
    self.glyphs = page.glyphs
    self.title = isTitled ? "\(days.lowerBound.year)" : nil
    let first = days.lowerBound.startOfWeek(beginning: page.weekStart)
    self.weeks = stride(from: 0, through: first.distance(to: days.upperBound), by: 7).map {
      first.advanced(by: $0)
    }
    var heat: [Day: HeatLevel] = [:]
    for number in days.lowerBound.number...days.upperBound.number {
      let day = Day(number: number)
      heat[day] =
        context.habit?.board.heat(on: day)
        ?? (context.habit == nil ? page.facts.board.heat(on: day) : nil)
    }
    self.heat = heat
  }

  /// The months with a name, each over the week that has its first day.
  private var months: [(week: Int, name: String)] {
    weeks.enumerated().compactMap { index, week in
      let last = week.advanced(by: 6)
      guard last.dayOfMonth <= 7, days.contains(last) || index == 0 else { return nil }
      return (index, String(last.monthName.prefix(3)))
    }
  }

  // MARK: In glyphs

  /// A week a column.
  func yearLines(in medium: Medium) -> [Figure.Line] {
    let margin = "     "
    var header = ""
    for (week, name) in months where header.count <= week {
      header += String(repeating: " ", count: week - header.count) + name + " "
    }
    let rows = (0..<7).map { row -> String in
      let name = weeks.first.map { $0.advanced(by: row).weekday.abbreviation } ?? ""
      let label = row % 2 == 0 ? name + "  " : margin
      return label + weeks.map { cell($0.advanced(by: row), in: medium) }.joined()
    }
    return (title.map { [Figure.Line($0)] } ?? []) + [Figure.Line(margin + header)]
      + rows.map { Figure.Line($0, isDense: true) }
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
    guard days.contains(day), let level = heat[day] else {
      return medium == .pdf ? Paper.cell(nil) : " "
    }
    return glyph(level, in: medium)
  }

  private func glyph(_ level: HeatLevel, in medium: Medium) -> String {
    medium == .pdf ? Paper.cell(level) : glyphs.heat[level.rawValue]
  }

  /// A week a line, each day with its number.
  var monthLines: [Figure.Line] {
    let names = (0..<7).map { weeks[0].advanced(by: $0).weekday.abbreviation.padded(to: 6) }
    let rows = weeks.map { week in
      (0..<7).map { offset -> String in
        let day = week.advanced(by: offset)
        guard days.contains(day) else { return "      " }
        let number = "\(day.dayOfMonth)"
        let mark = heat[day].map { glyphs.heat[$0.rawValue] } ?? " "
        return (String(repeating: " ", count: 2 - number.count) + number + " " + mark)
          .padded(to: 6)
      }.joined()
    }
    return ([names.joined()] + rows).map { Figure.Line($0) }
  }

  // MARK: As vectors

  private static let step = 14
  private static let side = 11
  private static let left = 34

  /// A week a column.
  var yearPicture: String {
    let (step, side, left) = (HeatMap.step, HeatMap.side, HeatMap.left)
    var parts = title.map { [SVG.text($0, x: 0, y: 11, "year")] } ?? []
    parts += months.map { SVG.text($0.name, x: left + $0.week * step, y: 11) }
    for row in stride(from: 0, to: 7, by: 2) {
      let name = weeks.first.map { $0.advanced(by: row).weekday.abbreviation } ?? ""
      parts.append(SVG.text(name, x: 0, y: 18 + row * step + 9))
    }
    for (column, week) in weeks.enumerated() {
      for row in 0..<7 {
        let day = week.advanced(by: row)
        guard days.contains(day) else { continue }
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
    let width = left + weeks.count * step
    return SVG.picture("Calendar", width: max(width, 160), height: 18 + 7 * step, parts)
  }

  /// A week a line, each day with its number.
  var monthPicture: String {
    let (width, height) = (46, 34)
    var parts = (0..<7).map { column in
      SVG.text(
        weeks[0].advanced(by: column).weekday.abbreviation,
        x: column * width + 8,
        y: 12
      )
    }
    for (row, week) in weeks.enumerated() {
      for column in 0..<7 {
        let day = week.advanced(by: column)
        guard days.contains(day) else { continue }
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
    return SVG.picture("Calendar", width: 7 * width, height: 20 + weeks.count * height, parts)
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

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
