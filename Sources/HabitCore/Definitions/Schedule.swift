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
  /// A number of times in every period, on any days.
  case quota(times: Int, Period)
  /// Never due, only tracked.
  case anyTime

  public enum MonthDay: Hashable, Comparable, Sendable {
    /// 1 to 31; shorter months skip it.
    case day(Int)
    case last
  }

  public enum Period: Hashable, Sendable {
    /// The calendar week, from the profile's week start.
    case week
    case month
    /// Windows of N days, N at least 2, counted from the date on which the schedule takes effect.
    case days(Int)
  }

  /// Whether it is a quota, which names no days.
  public var isQuota: Bool {
    switch self {
    case .quota: true
    case .daily, .weekly, .everyDays, .everyWeeks, .monthly, .anyTime: false
    }
  }

  /// What becomes of days that not all months have; nil without any.
  public var shortMonths: String? {
    guard case .monthly(let days) = self else { return nil }
    let missing = (29...31).filter { days.contains(.day($0)) }.map { "\($0)" }
    return missing.isEmpty
      ? nil
      : "a month without day \(missing.joined(separator: ", ")) leaves it out; "
        + "for the last day of every month: --schedule \"monthly on last\""
  }

  /// Whether its days or windows are counted from the date it takes effect.
  public var beginsAnew: Bool { cycleDays != nil }

  /// The number of days after which it repeats, from the date on which it takes effect; nil if it
  /// follows the calendar.
  var cycleDays: Int? {
    switch self {
    case .everyDays(let days), .quota(_, .days(let days)): days
    case .everyWeeks(let weeks, _): 7 * weeks
    case .daily, .weekly, .monthly, .quota(_, .week), .quota(_, .month), .anyTime: nil
    }
  }
}

extension Schedule {
  /// Whether the schedule names each day of a range; a quota and `any time` name none.
  ///
  /// `anchor` is the date on which the schedule takes effect.
  public func named(in days: ClosedRange<Day>, anchor: Day, weekStart: Weekday) -> [Bool] {
    let count = days.lowerBound.distance(to: days.upperBound) + 1
    switch self {
    case .daily:
      return Array(repeating: true, count: count)
    case .quota, .anyTime:
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
      return Array(Schedule.wholeMonths(monthDays, from: days).prefix(count))
    }
  }

  /// For each day from the first of a range to the end of its last month, whether it is among these.
  private static func wholeMonths(
    _ monthDays: Set<MonthDay>,
    from days: ClosedRange<Day>
  ) -> [Bool] {
    let isNamed = (1...31).map { monthDays.contains(.day($0)) }
    var named: [Bool] = []
    var day = days.lowerBound
    while day <= days.upperBound {
      let end = day.endOfMonth
      named += isNamed[(day.dayOfMonth - 1)..<end.dayOfMonth]
      if monthDays.contains(.last) { named[named.count - 1] = true }
      day = end.advanced(by: 1)
    }
    return named
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
    case .month:
      return day.startOfMonth...day.endOfMonth
    case .days(let days):
      let first = day.advanced(by: -Day.modulo(anchor.distance(to: day), days))
      return first...first.advanced(by: days - 1)
    }
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
    case .monthly(let days):
      "monthly on " + days.sorted().map(\.description).joined(separator: ", ")
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

extension Schedule.Period: CustomStringConvertible {
  /// `a week`, `a month`, `every 10 days`.
  public var description: String {
    switch self {
    case .week: "a week"
    case .month: "a month"
    case .days(let days): "every \(days) days"
    }
  }
}

extension Set<Weekday> {
  static let workweek: Set = [.monday, .tuesday, .wednesday, .thursday, .friday]
  static let weekend: Set = [.saturday, .sunday]
}
