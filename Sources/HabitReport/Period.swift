public import HabitCore

/// The days a page is about.
public struct Period: Hashable, Sendable {
  /// What kind of period the template asks for.
  public let kind: Kind
  /// The days, the last of which may be ahead.
  public let days: ClosedRange<Day>

  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case day, week, month, quarter, year
    /// Everything, from the first start of a habit to today.
    case all
  }

  /// The forms of a period, for messages.
  public static let forms =
    "today, 2026-03-01, 2026-W09, 2026-03, march, 2026-Q1, 2026, last, this or FROM..TO"

  init(_ kind: Kind, _ days: ClosedRange<Day>) {
    self.kind = kind
    self.days = days
  }

  /// All days of a habit, from its start to today.
  init(of habit: Habit, to today: Day) {
    self.init(.all, min(habit.start, today)...today)
  }
}

/// Why a text is not a period.
public enum PeriodError: Error, Hashable, Sendable {
  /// It has none of the forms.
  case unknown
  /// It is another kind of period than the template is for.
  case otherKind(Period.Kind)
  /// It begins after today.
  case future(Day)
  /// Its first day is after its last.
  case reversed
  /// It is a range of more than the one day or week that the template is about.
  case tooLong
}

extension Period {
  /// The period a text means, seen from today; the usual one without a text.
  ///
  /// `first` is the first day of which anything is known.
  public init(
    _ text: String?,
    for kind: Kind,
    today: Day,
    first: Day?,
    weekStart: Weekday
  ) throws(PeriodError) {
    let calendar = Calendar(weekStart: weekStart)
    let this = calendar.period(kind, holding: today, today: today, first: first)
    let last =
      kind == .all
      ? this
      : calendar.period(
        kind,
        holding: this.days.lowerBound.advanced(by: -1),
        today: today,
        first: first
      )
    switch text {
    case nil:
      // Who began this week wants to see this week.
      let isKnown = first.map { $0 <= last.days.upperBound } ?? false
      self = kind != .day && isKnown ? last : this
      return
    case "last": self = last
    case "this": self = this
    case "today" where kind == .day: self = this
    case "yesterday" where kind == .day: self = last
    case .some(let text):
      if let range = text.firstRange(of: "..") {
        guard let from = Day(text[..<range.lowerBound]), let to = Day(text[range.upperBound...])
        else { throw .unknown }
        guard from <= to else { throw .reversed }
        guard calendar.holds(from...to, in: kind) else { throw .tooLong }
        self.init(kind, from...to)
      } else {
        let typed = Period(typed: text, of: kind, today: today, weekStart: weekStart)
        let any = Period(typed: text, today: today, weekStart: weekStart)
        guard let named = calendar.named(text) ?? typed ?? any else { throw .unknown }
        guard named.kind == kind || kind == .all else { throw .otherKind(named.kind) }
        self.init(kind, named.days)
      }
    }
    guard days.lowerBound <= today else { throw .future(days.lowerBound) }
  }

  /// The week, month, quarter or year that a text names: `2026-W09`; nil for any other text, and where
  /// another kind is wanted.
  public init?(_ kind: Kind? = nil, named text: String, weekStart: Weekday = .monday) {
    let named = Calendar(weekStart: weekStart).named(text)
    guard let named, named.kind != .day, kind.map({ $0 == named.kind }) ?? true else { return nil }
    self = named
  }

  /// The week, month, quarter or year that a person types, seen from today: `march`, `last week`,
  /// `this`, `3` for a month, `w08`, and the names; nil for any other text.
  ///
  /// A month, a week or a quarter without its year is the latest one that has begun.
  public init?(typed text: String, of kind: Kind? = nil, today: Day, weekStart: Weekday) {
    let calendar = Calendar(weekStart: weekStart)
    var words = text.lowercased().split(separator: " ").map(String.init)
    guard let last = words.last else { return nil }
    let asked = Kind(rawValue: last) ?? kind
    if last == asked?.rawValue { words.removeLast() }
    if let asked, ![.day, .all].contains(asked), kind.map({ $0 == asked }) ?? true,
      words.isEmpty || ["this", "last", "next"].contains(words.joined(separator: " "))
    {
      let this = calendar.period(asked, holding: today)
      let neighbour =
        switch words.first {
        case "last": this.days.lowerBound.advanced(by: -1)
        case "next": this.days.upperBound.advanced(by: 1)
        default: today
        }
      self = calendar.period(asked, holding: neighbour)
      return
    }
    if kind.map({ $0 == .month }) ?? true,
      let first = Day(monthTyped: words, mayBeNumber: kind == .month, today: today)
    {
      self = calendar.period(.month, holding: first)
      return
    }
    if let bare = calendar.latest(text, until: today), kind.map({ $0 == bare.kind }) ?? true {
      self = bare
      return
    }
    self.init(kind, named: text, weekStart: weekStart)
  }

  /// Whether a text may stand for a period of a kind, whatever day it is.
  public static func isTyped(_ text: String, of kind: Kind) -> Bool {
    Period(typed: text, of: kind, today: .distantPast, weekStart: .monday) != nil
  }

  /// The same days as the week, month, quarter or year that they are; else as it is.
  public func named(weekStart: Weekday) -> Period {
    [.week, .month, .quarter, .year].map { Period($0, days) }
      .first { $0.isWhole(weekStart: weekStart) } ?? self
  }

  /// Whether it is a whole day, week, month, quarter or year of the calendar.
  func isWhole(weekStart: Weekday) -> Bool {
    kind != .all
      && Calendar(weekStart: weekStart).period(kind, holding: days.lowerBound).days == days
  }

  /// Periods of the same length before this one, the latest first.
  func before(_ count: Int, weekStart: Weekday) -> [ClosedRange<Day>] {
    let calendar = Calendar(weekStart: weekStart)
    let isWhole = isWhole(weekStart: weekStart)
    var found: [ClosedRange<Day>] = []
    var days = days
    for _ in 0..<count {
      let last = days.lowerBound.advanced(by: -1)
      if isWhole {
        days = calendar.period(kind, holding: last).days
      } else {
        days = last.advanced(by: -days.lowerBound.distance(to: days.upperBound))...last
      }
      found.append(days)
    }
    return found
  }
}

/// Weeks, months, quarters and years as ranges of days.
struct Calendar {
  let weekStart: Weekday

  func period(_ kind: Period.Kind, holding day: Day, today: Day, first: Day?) -> Period {
    kind == .all ? Period(.all, min(first ?? today, today)...today) : period(kind, holding: day)
  }

  func period(_ kind: Period.Kind, holding day: Day) -> Period {
    switch kind {
    case .day, .all: Period(kind, day...day)
    case .week: Period(.week, week(of: day))
    case .month: Period(.month, day.startOfMonth...day.endOfMonth)
    case .quarter:
      Period(.quarter, quarter(day.quarter, of: day.year) ?? day...day)
    case .year: Period(.year, year(day.year) ?? day...day)
    }
  }

  /// Whether a template for a kind of period can show a range.
  func holds(_ days: ClosedRange<Day>, in kind: Period.Kind) -> Bool {
    switch kind {
    case .day: days.lowerBound == days.upperBound
    case .week: week(of: days.lowerBound).contains(days.upperBound)
    case .month, .quarter, .year, .all: true
    }
  }

  func week(of day: Day) -> ClosedRange<Day> {
    let start = day.startOfWeek(beginning: weekStart)
    return start...start.advanced(by: 6)
  }

  private func year(_ year: Int) -> ClosedRange<Day>? {
    guard let first = Day(year: year, month: 1, day: 1),
      let last = Day(year: year, month: 12, day: 31)
    else { return nil }
    return first...last
  }

  private func quarter(_ quarter: Int, of year: Int) -> ClosedRange<Day>? {
    guard let first = Day(year: year, month: 3 * quarter - 2, day: 1),
      let last = Day(year: year, month: 3 * quarter, day: 1)
    else { return nil }
    return first...last.endOfMonth
  }

  /// The period a date, a week, a month, a quarter or a year names; nil for any other text.
  func named(_ text: String) -> Period? {
    if let day = Day(text) { return Period(.day, day...day) }
    if let first = Day(text + "-01") { return Period(.month, first...first.endOfMonth) }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let name = parts.first, let number = positive(name, digits: 4) else { return nil }
    if parts.count == 1 { return year(number).map { Period(.year, $0) } }
    if parts.count == 2, parts[1].uppercased().first == "Q" {
      return positive(parts[1].dropFirst(), digits: 1).flatMap { quarter($0, of: number) }
        .map { Period(.quarter, $0) }
    }
    guard parts.count == 2, parts[1].uppercased().first == "W",
      let week = positive(parts[1].dropFirst(), digits: 2),
      let fourth = Day(year: number, month: 1, day: 4)
    else { return nil }
    // The fourth of January is in the first week, and its Thursday is in the year.
    let thursday = fourth.startOfWeek(beginning: .monday).advanced(by: 3 + 7 * (week - 1))
    return thursday.year == number ? Period(.week, self.week(of: thursday)) : nil
  }

  /// The latest week or quarter that has begun and that a text names without its year: `w08`, `q1`.
  func latest(_ text: String, until today: Day) -> Period? {
    guard let first = text.uppercased().first, "WQ".contains(first) else { return nil }
    // A week of December may be of the next year.
    return [today.year + 1, today.year, today.year - 1].lazy.compactMap { named("\($0)-\(text)") }
      .first { $0.days.lowerBound <= today }
  }

  /// A number above zero of so many digits.
  private func positive(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    return Int(text).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The ranges of weeks or months that touch some days, in order, cut to them.
  func parts(_ kind: Period.Kind, of days: ClosedRange<Day>) -> [ClosedRange<Day>] {
    var parts: [ClosedRange<Day>] = []
    var day = days.lowerBound
    while day <= days.upperBound {
      let whole = period(kind, holding: day).days
      parts.append(day...min(whole.upperBound, days.upperBound))
      day = whole.upperBound.advanced(by: 1)
    }
    return parts
  }
}

extension Day {
  /// The first day of the month that words name, as `march`, `nov 2025` or `3`; nil for other words.
  fileprivate init?(monthTyped words: [String], mayBeNumber: Bool, today: Day) {
    guard let word = words.first, words.count < 3 else { return nil }
    let names = Day.monthNames.map { $0.lowercased() }
    let isName = word.utf8.count > 2 || word == "may"
    let number = mayBeNumber ? Int(word) : nil
    guard
      let month = number
        ?? names.firstIndex(where: { isName && $0.hasPrefix(word) }).map({ $0 + 1 })
    else { return nil }
    guard words.count == 1 else {
      self.init("\(words[1])-\(padded(month, 2))-01")
      return
    }
    let year = month > today.month ? today.year - 1 : today.year
    self.init(year: year, month: month, day: 1)
  }
}
