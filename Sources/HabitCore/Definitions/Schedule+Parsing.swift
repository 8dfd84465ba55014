extension Schedule {
  /// One example of each form of the grammar, for messages and manual pages.
  public static let forms = [
    "every day", "weekdays", "weekends", "mon, wed and fri", "every 3 days",
    "every 2 weeks on mon, thu", "3 times a week", "once a month", "4 times every 10 days",
    "monthly on 1, 15, last", "any time",
  ]

  /// Spellings that users type, each with its canonical form; one of each kind.
  public static let typed = [
    ("daily", "every day"), ("everyday", "every day"), ("once a day", "every day"),
    ("weekly", "once a week"), ("every week", "once a week"), ("monthly", "once a month"),
    ("every month", "once a month"), ("every other day", "every 2 days"),
    ("every weekday", "weekdays"), ("mondays", "mon"), ("on mondays", "mon"),
    ("tuesdays and thursdays", "tue, thu"), ("every Friday", "fri"), ("weekly on fri", "fri"),
    ("mon-fri", "weekdays"), ("fri to sun", "fri, sat, sun"), ("3x a week", "3 times a week"),
    ("3/week", "3 times a week"), ("3 per week", "3 times a week"),
    ("three times per week", "3 times a week"), ("3 days a week", "3 times a week"),
    ("3/7", "3 times a week"), ("1/10", "once every 10 days"),
    ("every other week on mon", "every 2 weeks on mon"),
    ("monthly on the 1st and the last", "monthly on 1, last"), ("anytime", "any time"),
  ]

  /// The form with the most words in common (all numbers are equal), then the fewest edits; nil if no
  /// form resembles the text.
  static func form(nearestTo text: String) -> String? {
    func kinds(_ text: String) -> [String] {
      TypedSchedule(text).words.map { word in
        Int(word) != nil ? "#" : word.last == "s" ? String(word.dropLast()) : word
      }
    }
    // Bounds the work: no form is longer.
    let typed = String(text.lowercased().prefix(50))
    let words = kinds(typed)
    func score(_ form: String) -> (Int, Int) {
      (-Set(kinds(form)).intersection(words).count, edits(from: typed, to: form))
    }
    guard let near = forms.min(by: { score($0) < score($1) }) else { return nil }
    return score(near).0 < 0 || score(near).1 <= 3 ? near : nil
  }

  /// The largest N of `every N days` or `every N weeks`: ten years of days.
  public static let longestStretch = 3_660

  /// Parses a schedule in one of the forms, or as users type it; unknown text is an error, not a guess.
  public init(_ text: String) throws(InvalidText) {
    // Files contain canonical forms, which take the shorter way.
    if let schedule = try Schedule.parse(text.split(separator: " ").map(String.init)) {
      self = schedule
      return
    }
    guard let schedule = try Schedule.parse(TypedSchedule(text).words) else {
      throw .unknownSchedule(text)
    }
    self = schedule
  }

  private static func parse(_ words: [String]) throws(InvalidText) -> Schedule? {
    switch words {
    case ["every", "day"], ["daily"], ["everyday"], ["once", "a", "day"]:
      return .daily
    case ["any", "time"]:
      return .anyTime
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

  /// The weekly schedule, or `daily` for all seven days.
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

  private static func quota(times: Int, per words: [String]) throws(InvalidText) -> Schedule? {
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
  ) throws(InvalidText) {
    guard range.contains(number) else {
      throw .schedule(
        "\(number) \(what) cannot be: from \(range.lowerBound) to \(range.upperBound)"
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

  private static func number(_ word: String) -> Int? {
    word.first == "+" ? nil : Int(word)
  }

  /// Weekdays with `and` between any two of them, or `to` between the first and the last of several.
  private static func weekdays(_ words: ArraySlice<String>) -> Set<Weekday>? {
    var weekdays: Set<Weekday> = []
    var last: Weekday?
    var isRange = false
    for word in words {
      if ["and", "to"].contains(word), last != nil, !isRange {
        isRange = word == "to"
        if !isRange { last = nil }
        continue
      }
      guard let weekday = Weekday(name: word) else { return nil }
      if isRange, let last { weekdays.formUnion(last.through(weekday)) }
      weekdays.insert(weekday)
      (last, isRange) = (weekday, false)
    }
    return last != nil && !isRange ? weekdays : nil
  }

  /// Numbers and `last` with `and` between any two of them.
  private static func monthDays(
    _ words: ArraySlice<String>
  ) throws(InvalidText) -> Set<MonthDay>? {
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
          throw .schedule("\(number) is not a day of a month: from 1 to 31, or last")
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

extension InvalidText {
  /// A schedule with a number that is not possible, or in none of the forms, with the nearest one.
  fileprivate static func schedule(_ reason: String, near: String? = nil) -> InvalidText {
    let nearest = near.map { "the nearest form is \"\($0)\"; " } ?? ""
    let forms = Schedule.forms.joined(separator: "; ")
    return InvalidText(reason, hint: "\(nearest)the forms are: \(forms)")
  }

  fileprivate static func unknownSchedule(_ text: String) -> InvalidText {
    text.isEmpty
      ? schedule("the schedule is empty")
      : schedule(
        "\"\(text)\" is not a schedule",
        near: text.trimmed.isEmpty ? nil : Schedule.form(nearestTo: text)
      )
  }
}
