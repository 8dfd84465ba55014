internal import HabitCore

// How days and numbers read on a page.

extension Day {
  /// `31 July 2026`.
  var inWords: String { "\(dayOfMonth) \(monthName) \(year)" }

  /// `31 Jul`.
  var short: String { "\(dayOfMonth) \(monthName.prefix(3))" }

  /// `Friday, 31 July 2026`.
  var long: String { "\(weekdayName), \(inWords)" }

  /// `July 31, 2026`, as mdoc(7) wants it.
  var mdoc: String { "\(monthName) \(dayOfMonth), \(year)" }

  /// `Friday`.
  var weekdayName: String { weekday.name }

  /// `July`.
  var monthName: String { Day.months[month - 1] }

  /// `2026-W31`, the week by ISO 8601 that shares the Thursday.
  func weekLabel(beginning weekStart: Weekday) -> String {
    let start = startOfWeek(beginning: weekStart)
    let thursday = (0..<7).map { start.advanced(by: $0) }.first { $0.weekday == .thursday } ?? start
    let newYear = Day(year: thursday.year, month: 1, day: 1) ?? thursday
    let number = newYear.distance(to: thursday) / 7 + 1
    return "\(thursday.year)-W\(number < 10 ? "0" : "")\(number)"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension Weekday {
  /// `Friday`.
  var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// `Fri`.
  var abbreviation: String { String(name.prefix(3)) }
}
