internal import HabitCore
internal import HabitScore

// How days and numbers read on a page.

extension ClosedRange<Day> {
  /// `9–15 Feb`.
  func span(with dash: String) -> String {
    let (first, last) = (lowerBound, upperBound)
    guard first != last else { return first.short }
    let isOfOneMonth = first.month == last.month
    return (isOfOneMonth ? "\(first.dayOfMonth)\(dash)" : "\(first.short) \(dash) ") + last.short
  }

  /// `9–15 February`, within one year.
  func inYear(with dash: String) -> String {
    let (first, last) = (lowerBound, upperBound)
    guard first != last else { return first.inYear }
    guard first.month == last.month else { return "\(first.inYear) \(dash) \(last.inYear)" }
    return "\(first.dayOfMonth)\(dash)\(last.inYear)"
  }

  /// `9–15 February 2026`, `30 December 2025 – 2 January 2026`.
  func dated(with dash: String) -> String {
    lowerBound.year == upperBound.year
      ? "\(inYear(with: dash)) \(upperBound.year)"
      : "\(lowerBound.inWords) \(dash) \(upperBound.inWords)"
  }

  /// `October–December 2025`.
  func months(with dash: String) -> String {
    "\(lowerBound.monthName)\(dash)\(upperBound.monthName) \(upperBound.year)"
  }
}

extension Count {
  /// `5/7`; nothing when nothing was due.
  var inWords: String { due > 0 ? "\(grouped(done))/\(grouped(due))" : "" }
}

extension PersonalBest {
  var title: String {
    switch self {
    case .run: "longest run"
    case .week: "best week"
    case .month: "best month"
    case .day: "most in a day"
    }
  }

  /// `7 days`, `95% (36/38)`, `60 pages`.
  var inWords: String {
    switch self {
    case .run(let run): run.inWords
    case .week(_, let count), .month(_, let count):
      "\(count.percent ?? 0)% (\(count.inWords))"
    case .day(_, _, let total): total.inWords
    }
  }

  /// `18–24 August 2025`, `August 2025`.
  func span(with dash: String) -> String {
    guard case .month(let days, _) = self else { return self.days?.dated(with: dash) ?? "" }
    return "\(days.lowerBound.monthName) \(days.lowerBound.year)"
  }
}

extension Day {
  /// `31 July`.
  var inYear: String { "\(dayOfMonth) \(monthName)" }

  /// `31 Jul`.
  var short: String { "\(dayOfMonth) \(monthName.prefix(3))" }

  /// `July 31, 2026`, as mdoc(7) wants it.
  var mdoc: String { "\(monthName) \(dayOfMonth), \(year)" }

  /// From 1 to 4.
  var quarter: Int { (month + 2) / 3 }

  /// `2026-Q3`.
  var quarterLabel: String { "\(year)-Q\(quarter)" }

  /// `2026-W31`, the week by ISO 8601 that shares the Thursday.
  func weekLabel(beginning weekStart: Weekday) -> String {
    let start = startOfWeek(beginning: weekStart)
    let thursday = (0..<7).map { start.advanced(by: $0) }.first { $0.weekday == .thursday } ?? start
    let newYear = Day(year: thursday.year, month: 1, day: 1) ?? thursday
    let number = newYear.distance(to: thursday) / 7 + 1
    return "\(thursday.year)-W\(padded(number, 2))"
  }
}
