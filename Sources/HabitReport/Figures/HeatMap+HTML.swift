internal import HabitCore
internal import HabitScore

extension HeatMap {
  /// The map for a browser, what its shades mean, and all of its days in words.
  var picture: String {
    """
    <figure>\(isMonth ? monthTable : yearPictures)
    \(isLast ? legend : "")\(isMonth ? "" : yearTable)</figure>
    """
  }

  /// What the shades mean, from the least to the most.
  var legend: String {
    let side = HeatMap.side
    let shades = HeatMap.key.map { shade in
      let cell = SVG.box(style(of: shade.level), x: 0, y: 0, width: side, height: side, radius: 2)
      return SVG.row("shade", title: shade.text, box: (side, side), size: (side, side), [cell])
    }
    return """
      <figcaption><span class="shade">less</span> \(shades.joined(separator: " ")) \
      <span class="shade">more</span> blank: not due</figcaption>
      """
  }

  private func style(of level: HeatLevel) -> String { "h\(level.rawValue)" }

  private func words(on day: Day) -> String {
    scale.percent(on: day).map { "\($0)%" } ?? "nothing due"
  }

  private var weekdays: [String] {
    (0..<7).map { grid.weeks[0].advanced(by: $0).weekday.abbreviation }
  }

  private func headers(_ names: [String]) -> String {
    names.map { "<th scope=\"col\">\($0)</th>" }.joined()
  }
}

// MARK: A month

extension HeatMap {
  /// A week a row, each day a cell with its number and, in words, what was done.
  private var monthTable: String {
    let rows = grid.weeks.map { week in
      let cells = (0..<7).map { offset -> String in
        let day = week.advanced(by: offset)
        guard grid.days.contains(day) else { return "<td></td>" }
        let style = scale.level(on: day).map { " class=\"\(self.style(of: $0))\"" } ?? ""
        let words = "<span class=\"words\">: \(words(on: day))</span>"
        return "<td\(style)>\(day.dayOfMonth)\(words)</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return """
      <table class="month">
      <thead><tr>\(headers(weekdays.map { String($0.prefix(2)) }))</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody>
      </table>
      """
  }
}

// MARK: A year

extension HeatMap {
  private static let step = 14
  private static let side = 11
  private static let left = 34

  /// Two halves, which are beside each other where there is room.
  var yearPictures: String {
    let heading = title.map { "<p class=\"year\">\($0)</p>" } ?? ""
    return "\(heading)<div class=\"maps\">\(halves.map(yearPicture).joined())</div>"
  }

  /// A week a column.
  private func yearPicture(_ grid: CalendarGrid) -> String {
    let (step, side, left) = (HeatMap.step, HeatMap.side, HeatMap.left)
    var parts = grid.months.map { SVG.text($0.name, x: left + $0.week * step, y: 11) }
    for row in stride(from: 0, to: 7, by: 2) {
      parts.append(SVG.text(weekdays[row], x: 0, y: 18 + row * step + 9))
    }
    for (column, week) in grid.weeks.enumerated() {
      for row in 0..<7 {
        let day = week.advanced(by: row)
        guard grid.days.contains(day), let level = scale.level(on: day) else { continue }
        parts.append(
          SVG.box(
            style(of: level),
            x: left + column * step,
            y: 18 + row * step,
            width: side,
            height: side,
            radius: 2,
            title: "\(day.long): \(words(on: day))"
          )
        )
      }
    }
    let (first, last) = (grid.days.lowerBound, grid.days.upperBound)
    return SVG.picture(
      "Calendar, \(first.inWords) to \(last.inWords)",
      // The name of a month may be wider than its only week.
      width: left + grid.weeks.count * step + step,
      height: 18 + 7 * step,
      parts
    )
  }

  /// The same days in words.
  private var yearTable: String {
    let rows = grid.weeks.map { week in
      let cells = (0..<7).map { offset -> String in
        let day = week.advanced(by: offset)
        let isShown = grid.days.contains(day)
        let percent = isShown ? scale.percent(on: day).map { "\($0)%" } ?? "–" : ""
        return "<td class=\"r\">\(percent)</td>"
      }
      return "<tr><th scope=\"row\">\(week.short) \(week.year)</th>\(cells.joined())</tr>"
    }
    return """

      <details><summary>The days as a table</summary>
      <table class="tbl">
      <thead><tr>\(headers(["Week from"] + weekdays))</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody>
      </table></details>
      """
  }
}
