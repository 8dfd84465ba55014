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
    let first = facts.period.days.lowerBound
    guard facts.period.isWhole(weekStart: weekStart) else {
      return "\(first.inWords) to \(days.upperBound.inWords)"
    }
    return switch facts.period.kind {
    case .day: first.long
    case .week: first.weekLabel(beginning: weekStart)
    case .month: "\(first.monthName) \(first.year)"
    case .quarter: first.quarterLabel
    case .year, .all: "\(first.year)"
    }
  }

  /// What kind of period the page is about.
  var kind: String {
    facts.period.isWhole(weekStart: weekStart) ? facts.period.kind.rawValue : "range"
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
