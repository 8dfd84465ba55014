internal import HabitCore

// What a page says in words.

extension PageFacts {
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

extension ClosedRange<Day> {
  /// The last so many days.
  func suffix(_ count: Int) -> ClosedRange<Day> {
    Swift.max(lowerBound, upperBound.advanced(by: 1 - count))...upperBound
  }
}
