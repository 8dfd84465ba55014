internal import HabitCore

/// The course of a habit's strength, a column for each part of a range.
struct StrengthChart {
  let values: [Double?]
  let days: ClosedRange<Day>
  let tone: Style.Tone

  private static let rows = 8

  /// The lines of the chart, of at most so many columns behind its axis.
  func lines(_ columns: Int, in style: Style) -> [String] {
    let (upright, corner, level) = style.glyphs.axes
    let stretch = max(1, columns / max(1, values.count))
    let width = stretch * values.count
    let rows = (0..<StrengthChart.rows).reversed().map { row in
      let bars = values.map { value in
        String(repeating: glyph(of: value, in: row, style), count: stretch)
      }.joined()
      return style.paint(label(of: row) + upright, .quiet) + style.paint(bars, tone)
    }
    let axis = "     " + corner + String(repeating: level, count: width)
    return rows + [style.paint(axis, .quiet), "      " + style.paint(scale(width), .quiet)]
  }

  /// The per cents at the upper end of every other row.
  private func label(of row: Int) -> String {
    guard row % 2 == 1 else { return "     " }
    let text = "\((row + 1) * 100 / StrengthChart.rows)% "
    return String(repeating: " ", count: 5 - text.count) + text
  }

  /// What a row shows of a value: nothing, a part of a cell, or all of it.
  private func glyph(of value: Double?, in row: Int, _ style: Style) -> String {
    let height = (value ?? 0) * Double(StrengthChart.rows) - Double(row)
    return height <= 0 ? " " : height >= 1 ? style.glyphs.block : style.sparkline([height])
  }

  /// The first and the last day.
  private func scale(_ width: Int) -> String {
    let (first, last) = ("\(days.lowerBound)", "\(days.upperBound)")
    guard width >= first.count + last.count + 1 else { return first }
    return first + String(repeating: " ", count: width - first.count - last.count) + last
  }
}
