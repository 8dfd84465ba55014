/// Why a text is no schedule.
public enum ScheduleError: Error, Hashable, Sendable {
  /// The text matches none of ``Schedule/forms``.
  case unknown(String)
  /// A number of days, weeks or times is not possible.
  case number(reason: String)

  /// The reason in words.
  public var reason: String {
    switch self {
    case .unknown(let text) where text.isEmpty: "the schedule is empty"
    case .unknown(let text): "\"\(text)\" is no schedule"
    case .number(let reason): reason
    }
  }
}

extension Schedule {
  /// One example of each form of the grammar, for messages and manual pages.
  public static let forms = [
    "every day", "weekdays", "weekends", "mon, wed and fri", "every 3 days",
    "every 2 weeks on mon, thu", "3 times a week", "once a month", "4 times every 10 days",
    "monthly on 1, 15, last",
  ]

  /// The longest stretch of days or weeks a schedule may name: ten years of days.
  private static let longestStretch = 3_660

  /// The schedule spelled in one of the forms of the grammar, in any case; never a guess.
  public init(_ text: String) throws(ScheduleError) {
    let words = text.lowercased().unicodeScalars
      .split { $0.properties.isWhitespace || $0 == "," }.map(String.init)
    guard let schedule = try Schedule.parse(words) else { throw .unknown(text) }
    self = schedule
  }

  private static func parse(_ words: [String]) throws(ScheduleError) -> Schedule? {
    switch words {
    case ["every", "day"], ["daily"], ["everyday"]:
      return .daily
    default:
      break
    }
    if let weekdays = kind(words[...]) { return .weekly(weekdays) }
    if words.starts(with: ["monthly", "on"]) {
      return try monthDays(words.dropFirst(2)).map(Schedule.monthly)
    }
    if words.count == 3, words[0] == "every", let days = number(words[1]), isUnit("day", words[2]) {
      try check(days, in: 1...longestStretch, what: "days")
      return days == 1 ? .daily : .everyDays(days)
    }
    if words.count > 4, words[0] == "every", let weeks = number(words[1]), isUnit("week", words[2]),
      words[3] == "on"
    {
      try check(weeks, in: 1...longestStretch / 7, what: "weeks")
      let words = words.dropFirst(4)
      guard let weekdays = kind(words) ?? weekdays(words) else { return nil }
      return weeks == 1 ? everyWeek(on: weekdays) : .everyWeeks(weeks, on: weekdays)
    }
    if let (times, rest) = times(words) { return try quota(times: times, per: Array(rest)) }
    let named = words.first == "every" ? words.dropFirst() : words[...]
    return weekdays(named).map(everyWeek)
  }

  /// All seven days are every day.
  private static func everyWeek(on weekdays: Set<Weekday>) -> Schedule {
    weekdays.count == 7 ? .daily : .weekly(weekdays)
  }

  private static func isUnit(_ unit: String, _ word: String) -> Bool {
    word == unit || word == unit + "s"
  }

  /// `once`, `twice`, `N times` or `N days`, and the words behind it.
  private static func times(_ words: [String]) -> (Int, ArraySlice<String>)? {
    switch words.first {
    case "once": return (1, words.dropFirst())
    case "twice": return (2, words.dropFirst())
    default:
      guard words.count > 2, let times = number(words[0]),
        isUnit("time", words[1]) || isUnit("day", words[1])
      else { return nil }
      return (times, words.dropFirst(2))
    }
  }

  private static func quota(times: Int, per words: [String]) throws(ScheduleError) -> Schedule? {
    switch words {
    case ["a", "week"]:
      try check(times, in: 1...7, what: "times a week")
      return .quota(times: times, .week)
    case ["a", "month"]:
      try check(times, in: 1...31, what: "times a month")
      return .quota(times: times, .month)
    default:
      guard words.count == 3, words[0] == "every", let days = number(words[1]),
        isUnit("day", words[2])
      else { return nil }
      try check(days, in: 2...longestStretch, what: "days")
      try check(times, in: 1...days, what: "times every \(days) days")
      return .quota(times: times, .days(days))
    }
  }

  private static func check(
    _ number: Int,
    in range: ClosedRange<Int>,
    what: String
  ) throws(ScheduleError) {
    guard range.contains(number) else {
      throw .number(
        reason: "\(number) \(what) cannot be: from \(range.lowerBound) to \(range.upperBound)"
      )
    }
  }

  /// The days of `weekdays` or `weekends`, which cannot be part of a list.
  private static func kind(_ words: ArraySlice<String>) -> Set<Weekday>? {
    switch words {
    case ["weekdays"]: .workweek
    case ["weekends"]: .weekend
    default: nil
    }
  }

  /// A whole number without a sign.
  private static func number(_ word: String) -> Int? {
    word.first == "+" ? nil : Int(word)
  }

  /// Weekdays with `and` between any two of them.
  private static func weekdays(_ words: ArraySlice<String>) -> Set<Weekday>? {
    var weekdays: Set<Weekday> = []
    var mayJoin = false
    for word in words {
      if word == "and", mayJoin {
        mayJoin = false
        continue
      }
      guard let weekday = Weekday(name: word) else { return nil }
      weekdays.insert(weekday)
      mayJoin = true
    }
    return mayJoin ? weekdays : nil
  }

  /// Numbers and `last` with `and` between any two of them.
  private static func monthDays(
    _ words: ArraySlice<String>
  ) throws(ScheduleError) -> Set<MonthDay>? {
    var days: Set<MonthDay> = []
    var mayJoin = false
    for word in words {
      if word == "and", mayJoin {
        mayJoin = false
        continue
      }
      if word == "last" {
        days.insert(.last)
      } else if let number = number(word) {
        guard (1...31).contains(number) else {
          throw .number(reason: "\(number) is no day of a month: from 1 to 31, or last")
        }
        days.insert(.day(number))
      } else {
        return nil
      }
      mayJoin = true
    }
    return mayJoin ? days : nil
  }
}
