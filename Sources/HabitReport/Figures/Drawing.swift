internal import HabitCore
internal import HabitScore

// Marks, bars and lines of sparks, in the glyphs of the medium.

extension PageFacts {
  /// The mark of a state in a checklist.
  func check(_ state: DayState) -> String {
    switch state {
    case .done: glyphs.checked
    case .open: glyphs.unchecked
    case .missed: glyphs.missed
    case .skipped: glyphs.skipped
    case .free: glyphs.free
    }
  }

  /// A mark for each of some days of a habit; days before its start and ahead are blank.
  func strip(_ board: HabitBoard, _ days: ClosedRange<Day>) -> String {
    (days.lowerBound.number...days.upperBound.number).map { number in
      let state = board.state(on: Day(number: number))
      return look.medium == .pdf ? Paper.mark(state) : dayMark(state)
    }.joined()
  }

  private func dayMark(_ state: DayState) -> String {
    switch state {
    case .done: glyphs.doneDay
    case .open: glyphs.openDay
    case .missed: glyphs.missedDay
    case .skipped: glyphs.skippedDay
    case .free: glyphs.freeDay
    }
  }

  /// The mark of a day for all habits.
  func mark(_ verdict: DayVerdict, on day: Day) -> String {
    switch verdict {
    case .complete: glyphs.doneDay
    case .incomplete: day == today ? glyphs.openDay : glyphs.missedDay
    case .neutral: ""
    }
  }

  /// A bar of so many columns, filled by the share of the whole.
  func bar(_ part: Int, of whole: Int, columns: Int) -> String {
    bar(Amount(part), of: Amount(whole), columns: columns)
  }

  /// A bar of so many columns, filled by the share of the whole.
  func bar(_ part: Amount, of whole: Amount, columns: Int) -> String {
    glyphs.strokes.bar(part, of: whole, columns: columns)
  }

  /// A line of small bars, each a share from 0 to 1; a blank where there is no value.
  func spark(_ shares: [Double?]) -> String {
    glyphs.strokes.line(shares)
  }

  /// A text, cut to fit a column of a table.
  func cut(_ text: String) -> String {
    cut(text, to: look.columns >= 100 ? 40 : look.columns >= Look.wide ? 20 : 12)
  }

  /// A text, cut to fit a line behind a label.
  func cutBehindLabel(_ text: String) -> String { cut(text, to: look.columns - 22) }

  private func cut(_ text: String, to columns: Int) -> String {
    switch look.medium {
    case .html: return text
    case .pdf:
      return Width.cut(text, to: columns, ellipsis: glyphs.ellipsis) { character in
        character.unicodeScalars.reduce(0) { $0 + Paper.spelled($1).count }
      }
    case .utf8, .ascii: return Width.cut(text, to: columns, ellipsis: glyphs.ellipsis)
    }
  }
}

extension PageFacts {
  /// What the page is about.
  var title: String {
    let days = facts.period.days
    switch facts.period.kind {
    case .day where isDay: return days.upperBound.long
    case .week where days == calendar.period(.week, holding: days.lowerBound).days:
      return days.upperBound.weekLabel(beginning: weekStart)
    case .month where days == calendar.period(.month, holding: days.lowerBound).days:
      return "\(days.lowerBound.monthName) \(days.lowerBound.year)"
    case .year where days == calendar.period(.year, holding: days.lowerBound).days:
      return "\(days.lowerBound.year)"
    case .day, .week, .month, .year, .all:
      return "\(days.lowerBound.inWords) to \(self.days.upperBound.inWords)"
    }
  }

  /// The mean of the periods before in which something was due, in per cent.
  var mean: Int? {
    let percents = course.dropLast().compactMap { Count(of: boards, over: $0).percent }
    guard !percents.isEmpty else { return nil }
    return (percents.reduce(0, +) * 2 + percents.count) / (percents.count * 2)
  }
}

extension Count {
  init() {}

  /// From 0 to 1; nil when nothing was due.
  var fraction: Double? { due > 0 ? Double(done) / Double(due) : nil }
}

extension ClosedRange<Day> {
  /// The last so many days.
  func suffix(_ count: Int) -> ClosedRange<Day> {
    Swift.max(lowerBound, upperBound.advanced(by: 1 - count))...upperBound
  }
}

/// How many columns a text takes, as mandoc(1) counts them.
enum Width {
  /// The text, cut with an ellipsis to at most so many columns.
  static func cut(
    _ text: String,
    to columns: Int,
    ellipsis: String,
    by measure: (Character) -> Int = { of(String($0)) }
  ) -> String {
    guard text.reduce(0, { $0 + measure($1) }) > columns else { return text }
    var kept = ""
    var width = ellipsis.reduce(0) { $0 + measure($1) }
    for character in text {
      width += measure(character)
      guard width <= columns else { break }
      kept.append(character)
    }
    return kept + ellipsis
  }

  private static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide =
      wide.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
    return isWide ? 2 : 1
  }

  /// The blocks whose characters are wide.
  ///
  /// Source: Unicode 15.0, EastAsianWidth.txt, classes W and F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
  ]
}
