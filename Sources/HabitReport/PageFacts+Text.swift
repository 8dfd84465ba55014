internal import HabitCore

// What a page says in words.

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

  /// The title with the days of a week, whose number tells few people anything.
  var heading: String {
    guard kind == "week" else { return title }
    let (first, last) = (facts.period.days.lowerBound, facts.period.days.upperBound)
    let from = first.month == last.month ? "\(first.dayOfMonth)" : first.inWords
    return "\(title), \(from) – \(last.inWords)"
  }

  /// What kind of period the page is about.
  var kind: String {
    facts.period.isWhole(weekStart: weekStart) ? facts.period.kind.rawValue : "range"
  }

  /// The mean of the periods before in which something was due, in per cent.
  var mean: Int? {
    let shares = course.dropLast().compactMap { Count(of: boards, over: $0).fraction }
    guard !shares.isEmpty else { return nil }
    let sum: Double = shares.reduce(0, +)
    // Rounded half up; a half is inexact.
    return Int(100 * sum / Double(shares.count) + 0.500_000_001)
  }
}

extension ClosedRange<Day> {
  /// The last so many days.
  func suffix(_ count: Int) -> ClosedRange<Day> {
    Swift.max(lowerBound, upperBound.advanced(by: 1 - count))...upperBound
  }
}
