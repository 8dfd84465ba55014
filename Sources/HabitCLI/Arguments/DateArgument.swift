internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// A `DATE` of the command line: `today`, `yesterday`, `-3`, `monday`, `last monday`, `2026-03-01`.
struct DateArgument {
  /// The day the text means, seen from today.
  static func day(_ text: String, today: Day) throws -> Day {
    if let day = Day(named: text, today: today) { return day }
    throw Failure(noDate: text)
  }

  /// A day of something to come: a weekday is the next one, today or another first day included.
  static func dayToCome(_ text: String, today: Day, from first: Day? = nil) throws -> Day {
    guard let weekday = Weekday(name: text.lowercased()) else {
      return try day(text, today: today)
    }
    return max(first ?? today, today).advanced(by: 6).startOfWeek(beginning: weekday)
  }

  /// The day the text means, which must not be in the future; today without a text.
  static func pastDay(_ text: String?, today: Day) throws -> Day {
    guard let text else { return today }
    let day = try day(text, today: today)
    guard day <= today else { throw Failure(future: day, today: today) }
    return day
  }
}

extension ArgumentHelp {
  /// What an option with a value does, and what its help calls the value.
  static func of(_ value: String, _ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: value)
  }
}

extension Option where Value == String? {
  /// An option with a day, of which `-3` is one.
  init(date help: String, completion: CompletionKind = .dates) {
    self.init(parsing: .unconditional, help: .of("date", help), completion: completion)
  }
}
