/// The days on which a habit is due.
public enum Schedule: DatedValue {
  case daily
  /// On these days of every week; never empty, never all seven.
  case weekly(Set<Weekday>)
  /// Every N days, N at least 2, counted from the date on which the schedule takes effect.
  case everyDays(Int)
  /// Every N weeks, N at least 2, on these days; counted from the week in which it takes effect.
  case everyWeeks(Int, on: Set<Weekday>)
  /// On these days of every month; never empty.
  case monthly(Set<MonthDay>)
  /// On these days of every N months, N at least 2, counted from the month in which it takes effect.
  case everyMonths(Int, on: Set<MonthDay>)
  /// On these dates of every year; never empty.
  case yearly(Set<YearDay>)
  /// Some days or months after the last day on which it was done, skipped or missed.
  case after(Interval)
  /// A number of times in every period, on any days.
  case quota(times: Int, Period)
  /// Never due, only tracked.
  case anyTime

  public enum MonthDay: Hashable, Comparable, Sendable {
    /// 1 to 31; shorter months skip it.
    case day(Int)
    case last
  }

  /// A date of every year: `dec 24`, `feb last`.
  public struct YearDay: Hashable, Comparable, Sendable {
    /// 1 to 12.
    public let month: Int
    public let day: MonthDay

    public init(month: Int, day: MonthDay) {
      self.month = month
      self.day = day
    }

    public static func < (left: YearDay, right: YearDay) -> Bool {
      (left.month, left.day) < (right.month, right.day)
    }
  }

  /// How long after the last time.
  public enum Interval: Hashable, Sendable {
    /// At least 2.
    case days(Int)
    /// The same day of a later month, or the last one of a shorter month.
    case months(Int)

    /// The first day on which so much time has passed since a day.
    public func end(since day: Day) -> Day {
      switch self {
      case .days(let days): day.advanced(by: days)
      case .months(let months): day.advanced(byMonths: months)
      }
    }
  }

  public enum Period: Hashable, Sendable {
    /// The calendar week, from the profile's week start.
    case week
    case month
    case quarter
    case year
    /// Windows of N days, N at least 2, counted from the date on which the schedule takes effect.
    case days(Int)
  }

  /// Whether it says which days it means, without a look at what was done.
  public var namesDays: Bool {
    switch self {
    case .daily, .weekly, .everyDays, .everyWeeks, .monthly, .everyMonths, .yearly, .anyTime: true
    case .after, .quota: false
    }
  }

  /// Whether it counts from the last time.
  public var isAfter: Bool { if case .after = self { true } else { false } }

  /// What becomes of days that not all months have; nil without any.
  public var shortMonths: String? {
    guard case .monthly(let days) = self else { return nil }
    let missing = (29...31).filter { days.contains(.day($0)) }.map { "\($0)" }
    return missing.isEmpty
      ? nil
      : "a month without day \(missing.joined(separator: ", ")) leaves it out; "
        + "for the last day of every month: --schedule \"monthly on last\""
  }

  /// After how long its days or windows repeat, counted from the date it takes effect; nil for a
  /// schedule that is not counted from there.
  private var cycle: Interval? {
    switch self {
    case .everyDays(let days), .quota(_, .days(let days)): .days(days)
    case .everyWeeks(let weeks, _): .days(7 * weeks)
    case .everyMonths(let months, _): .months(months)
    case .daily, .weekly, .monthly, .yearly, .after, .quota, .anyTime: nil
    }
  }

  /// Whether its days or windows are counted from the date it takes effect.
  public var beginsAnew: Bool { cycle != nil }

  /// The latest date up to a day from which it is counted as it is from `anchor`.
  func anchor(upTo day: Day, like anchor: Day) -> Day {
    func cycles(_ distance: Int, of length: Int) -> Int {
      (distance + length - 1) / length * length
    }
    guard day < anchor else { return anchor }
    switch cycle {
    case .days(let days):
      return anchor.advanced(by: -cycles(day.distance(to: anchor), of: days))
    case .months(let months):
      let back = cycles(day.months(to: anchor), of: months)
      return back == 0 ? day : anchor.startOfMonth.advanced(byMonths: -back)
    case nil:
      return day
    }
  }
}

extension Schedule {
  /// Whether the schedule names each day of a range.
  ///
  /// `anchor` is the date on which the schedule takes effect.
  public func named(in days: ClosedRange<Day>, anchor: Day, weekStart: Weekday) -> [Bool] {
    let count = days.lowerBound.distance(to: days.upperBound) + 1
    switch self {
    case .daily:
      return Array(repeating: true, count: count)
    case .after, .quota, .anyTime:
      return Array(repeating: false, count: count)
    case .everyDays(let interval):
      let phase = anchor.distance(to: days.lowerBound)
      return (0..<count).map { Day.modulo(phase + $0, interval) == 0 }
    case .weekly(let weekdays):
      let (isNamed, first) = (Schedule.mask(weekdays), days.lowerBound.weekday.index)
      return (0..<count).map { isNamed[(first + $0) % 7] }
    case .everyWeeks(let weeks, let weekdays):
      let (isNamed, first) = (Schedule.mask(weekdays), days.lowerBound.weekday.index)
      let phase = anchor.startOfWeek(beginning: weekStart).distance(to: days.lowerBound)
      return (0..<count).map { index in
        isNamed[(first + index) % 7] && Day.modulo(phase + index, 7 * weeks) < 7
      }
    case .monthly(let monthDays):
      return Schedule.byMonth(days) { _ in monthDays }
    case .everyMonths(let months, let monthDays):
      return Schedule.byMonth(days) { month in
        anchor.months(to: month) % months == 0 ? monthDays : []
      }
    case .yearly(let yearDays):
      return Schedule.byMonth(days) { month in
        Set(yearDays.filter { $0.month == month.month }.map(\.day))
      }
    }
  }

  /// Whether each day of a range is among those that its month has; a month is given by a day of it.
  private static func byMonth(
    _ days: ClosedRange<Day>,
    _ monthDays: (Day) -> Set<MonthDay>
  ) -> [Bool] {
    var named: [Bool] = []
    var day = days.lowerBound
    while day <= days.upperBound {
      let (end, wanted) = (day.endOfMonth, monthDays(day))
      named += (day.dayOfMonth...end.dayOfMonth).map { wanted.contains(.day($0)) }
      if wanted.contains(.last) { named[named.count - 1] = true }
      day = end.advanced(by: 1)
    }
    return Array(named.prefix(days.lowerBound.distance(to: days.upperBound) + 1))
  }

  /// For each weekday, Monday first, whether it is among these.
  private static func mask(_ weekdays: Set<Weekday>) -> [Bool] {
    Weekday.allCases.map(weekdays.contains)
  }

  /// The period of a quota, in effect from `anchor`, that holds this day; nil for schedules that
  /// name days.
  public func period(of day: Day, anchor: Day, weekStart: Weekday) -> ClosedRange<Day>? {
    guard case .quota(_, let period) = self else { return nil }
    return period.days(around: day, anchor: anchor, weekStart: weekStart)
  }
}

extension Schedule.Period {
  /// The days of the period that holds a day; windows are counted from `anchor`.
  public func days(around day: Day, anchor: Day, weekStart: Weekday) -> ClosedRange<Day> {
    switch self {
    case .week:
      let first = day.startOfWeek(beginning: weekStart)
      return first...first.advanced(by: 6)
    case .month: return Schedule.Period.calendar(months: 1, around: day)
    case .quarter: return Schedule.Period.calendar(months: 3, around: day)
    case .year: return Schedule.Period.calendar(months: 12, around: day)
    case .days(let days):
      let first = day.advanced(by: -Day.modulo(anchor.distance(to: day), days))
      return first...first.advanced(by: days - 1)
    }
  }

  private static func calendar(months: Int, around day: Day) -> ClosedRange<Day> {
    let first = day.startOfMonth.advanced(byMonths: -((day.month - 1) % months))
    return first...first.advanced(byMonths: months - 1).endOfMonth
  }
}

extension Schedule: CustomStringConvertible {
  /// The canonical spelling, which the parser reads back to the same schedule.
  public var description: String {
    switch self {
    case .daily: "every day"
    case .weekly(let weekdays): Schedule.list(weekdays)
    case .everyDays(let days): "every \(days) days"
    case .everyWeeks(let weeks, let weekdays): "every \(weeks) weeks on \(Schedule.names(weekdays))"
    case .monthly(let days): "monthly on \(Schedule.list(days))"
    case .everyMonths(let months, let days): "every \(months) months on \(Schedule.list(days))"
    case .yearly(let days): "yearly on \(Schedule.list(days))"
    case .after(let interval): "every \(interval) after the last time"
    case .quota(let times, let period): "\(Schedule.count(times)) \(period)"
    case .anyTime: "any time"
    }
  }

  private static func list(_ weekdays: Set<Weekday>) -> String {
    switch weekdays {
    case .workweek: "weekdays"
    case .weekend: "weekends"
    default: names(weekdays)
    }
  }

  private static func list(_ days: Set<some Comparable & CustomStringConvertible>) -> String {
    days.sorted().map(\.description).joined(separator: ", ")
  }

  private static func names(_ weekdays: Set<Weekday>) -> String {
    weekdays.sorted().map(\.short).joined(separator: ", ")
  }

  private static func count(_ times: Int) -> String {
    switch times {
    case 1: "once"
    case 2: "twice"
    default: "\(times) times"
    }
  }
}

extension Schedule.MonthDay: CustomStringConvertible {
  /// The number, or `last`.
  public var description: String {
    switch self {
    case .day(let number): "\(number)"
    case .last: "last"
    }
  }
}

extension Schedule.YearDay: CustomStringConvertible {
  /// `dec 24`, `feb last`.
  public var description: String { "\(Day.monthNames[month - 1].prefix(3).lowercased()) \(day)" }
}

extension Schedule.Interval: CustomStringConvertible {
  /// `3 days`, `month`, `6 months`.
  public var description: String {
    switch self {
    case .days(let days): "\(days) days"
    case .months(1): "month"
    case .months(let months): "\(months) months"
    }
  }
}

extension Schedule.Period: CustomStringConvertible {
  /// `a week`, `a month`, `every 10 days`.
  public var description: String {
    switch self {
    case .week: "a week"
    case .month: "a month"
    case .quarter: "a quarter"
    case .year: "a year"
    case .days(let days): "every \(days) days"
    }
  }
}

extension Set<Weekday> {
  static let workweek: Set = [.monday, .tuesday, .wednesday, .thursday, .friday]
  static let weekend: Set = [.saturday, .sunday]
}
