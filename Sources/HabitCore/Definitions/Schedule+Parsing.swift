extension Schedule {
  /// One example of each form of the grammar, for messages and manual pages.
  public static let forms = [
    "every day", "weekdays", "weekends", "mon, wed and fri", "every 3 days",
    "every 2 weeks on mon, thu", "3 times a week", "once a month", "4 times every 10 days",
    "monthly on 1, 15, last", "every 3 months on 15", "yearly on jan 15, jul 15",
    "once a quarter",
    "every 14 days after the last time", "any time",
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
    ("every other month on the 1st", "every 2 months on 1"), ("quarterly", "once a quarter"),
    ("every quarter", "once a quarter"), ("3/quarter", "3 times a quarter"),
    ("yearly", "once a year"), ("annually", "once a year"), ("twice per year", "twice a year"),
    ("every year on 24 december", "yearly on dec 24"), ("yearly on 12-24", "yearly on dec 24"),
    ("every 2 weeks after the last time", "every 14 days after the last time"),
    ("3 days after last time", "every 3 days after the last time"),
    ("6 months since the last time", "every 6 months after the last time"),
    (".+3d", "every 3 days after the last time"),
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

  /// The largest N of `every N months`: ten years.
  public static let mostMonths = 120

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
    if words.starts(with: ["yearly", "on"]) {
      return try yearDays(words.dropFirst(2)).map(Schedule.yearly)
    }
    if words.first == "every", Array(words.suffix(4)) == TypedSchedule.lastTime {
      return try after(words.dropFirst().dropLast(4))
    }
    if words.count > 4, words[0] == "every", let months = number(words[1]),
      isUnit("month", words[2]), words[3] == "on"
    {
      try check(months, in: 1...mostMonths, what: "months")
      return try monthDays(words.dropFirst(4)).map {
        months == 1 ? .monthly($0) : .everyMonths(months, on: $0)
      }
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
    case ["a", "quarter"]:
      try check(times, in: 1...92, what: "times a quarter")
      return .quota(times: times, .quarter)
    case ["a", "year"]:
      try check(times, in: 1...366, what: "times a year")
      return .quota(times: times, .year)
    default:
      guard words.count == 3, words[0] == "every", let days = number(words[1]),
        isUnit("day", words[2])
      else { return nil }
      try check(days, in: 2...longestStretch, what: "days")
      try check(times, in: 1...days, what: "times every \(days) days")
      return .quota(times: times, .days(days))
    }
  }

  /// `3 days`, `2 weeks`, `month`: how long after the last time.
  private static func after(_ words: ArraySlice<String>) throws(InvalidText) -> Schedule? {
    guard let unit = words.last, words.count <= 2,
      let count = words.count == 1 ? 1 : number(words[words.startIndex])
    else { return nil }
    func checked(_ most: Int, _ size: Int) throws(InvalidText) -> Int {
      try check(count, in: 1...most / size, what: unit)
      return count * size
    }
    if isUnit("day", unit) || isUnit("week", unit) {
      let days = try checked(longestStretch, isUnit("week", unit) ? 7 : 1)
      return days == 1 ? .daily : .after(.days(days))
    }
    guard isUnit("month", unit) || isUnit("year", unit) else { return nil }
    return .after(.months(try checked(mostMonths, isUnit("year", unit) ? 12 : 1)))
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
    try list(of: 1, in: words) { words throws(InvalidText) in try monthDay(words[0]) }
  }

  /// Months with a day, in either order, with `and` between any two of them.
  private static func yearDays(
    _ words: ArraySlice<String>
  ) throws(InvalidText) -> Set<YearDay>? {
    try list(of: 2, in: words) { words throws(InvalidText) in
      let isDayFirst = month(words[0]) == nil
      let (name, number) = isDayFirst ? (words[1], words[0]) : (words[0], words[1])
      guard let month = month(name), let day = try monthDay(number) else { return nil }
      // 2024 is a leap year.
      if case .day(let number) = day, Day(year: 2024, month: month, day: number) == nil {
        throw .schedule("there is no \(number) \(Day.monthNames[month - 1])")
      }
      return YearDay(month: month, day: day)
    }
  }

  /// The elements of a list, so many words each, with `and` between any two of them; nil if one
  /// cannot be read.
  private static func list<Element: Hashable>(
    of length: Int,
    in words: ArraySlice<String>,
    _ element: ([String]) throws(InvalidText) -> Element?
  ) throws(InvalidText) -> Set<Element>? {
    var elements: Set<Element> = []
    var (rest, mayJoin) = (words, false)
    while !rest.isEmpty {
      if rest.first == "and", mayJoin {
        (rest, mayJoin) = (rest.dropFirst(), false)
        continue
      }
      guard rest.count >= length, let next = try element(Array(rest.prefix(length))) else {
        return nil
      }
      elements.insert(next)
      (rest, mayJoin) = (rest.dropFirst(length), true)
    }
    return mayJoin ? elements : nil
  }

  private static func monthDay(_ word: String) throws(InvalidText) -> MonthDay? {
    if word == "last" { return .last }
    guard let number = number(word) else { return nil }
    guard (1...31).contains(number) else {
      throw .schedule("\(number) is not a day of a month: from 1 to 31, or last")
    }
    return .day(number)
  }

  /// The number of a month by its name, in full or of three letters, in lower case.
  private static func month(_ word: String) -> Int? {
    Day.monthNames.firstIndex { [$0.lowercased(), $0.prefix(3).lowercased()].contains(word) }
      .map { $0 + 1 }
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
    if let meanings = TypedSchedule(text).meanings {
      return InvalidText(
        "\"\(text)\" is not a schedule, because it can mean several things",
        hint: meanings.joined(separator: "; ")
      )
    }
    return text.isEmpty
      ? schedule("the schedule is empty")
      : schedule(
        "\"\(text)\" is not a schedule",
        near: text.trimmed.isEmpty ? nil : Schedule.form(nearestTo: text)
      )
  }
}
