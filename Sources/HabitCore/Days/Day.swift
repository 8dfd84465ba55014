// HabitCore holds facts: what users did and decided, as values.
//
// Architecture invariants: this module imports nothing, touches no disk, clock, zone or terminal,
// and knows neither how facts are spelled in files nor what they score.

/// A civil date, the dateKey of a record: no clock time, no time zone.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, which is 0.
  public let number: Int32

  /// The day that many days after 1970-01-01.
  public init(number: Int32) {
    self.number = number
  }

  /// The day with these civil fields, or nil when the calendar has no such day.
  ///
  /// Years run from 1 to 9999 in the proleptic Gregorian calendar.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Day.length(ofMonth: month, year: year)
    else { return nil }
    self.number = Int32(truncatingIfNeeded: Day.number(year: year, month: month, day: day))
  }

  /// The date that a setting without a date gets: the same on every device.
  public static let distantPast = Day(number: 0)

  /// 9999-12-31.
  public static let distantFuture = Day(number: 2_932_896)

  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

// MARK: Text

extension Day {
  /// The day spelled `YYYY-MM-DD`, or nil for any other text.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    guard text.utf8.count == 10 else { return nil }
    var reader = ClockReader(text)
    guard let day = reader.day() else { return nil }
    self = day
  }
}

extension Day: CustomStringConvertible {
  /// The dateKey, `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = fields
    func digit(_ number: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(number % 10) }
    let dash = UInt8(ascii: "-")
    return String(
      decoding: [
        digit(year / 1000), digit(year / 100), digit(year / 10), digit(year), dash,
        digit(month / 10), digit(month), dash, digit(day / 10), digit(day),
      ],
      as: UTF8.self
    )
  }
}

/// A number with leading zeros, as dates, times and hexadecimal numbers are spelled.
public func padded(_ number: some BinaryInteger, _ width: Int, radix: Int = 10) -> String {
  let digits = String(number, radix: radix)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

// MARK: Calendar

extension Day {
  public var year: Int { fields.year }

  public var month: Int { fields.month }

  public var dayOfMonth: Int { fields.day }

  public var weekday: Weekday {
    // 1970-01-01 was a Thursday, the fourth day counted from Monday.
    Weekday(index: Day.modulo(Int(number) + 3, 7))
  }

  /// The day `days` later, or earlier if negative.
  public func advanced(by days: Int) -> Day {
    Day(number: number + Int32(truncatingIfNeeded: days))
  }

  /// The number of days to the other day; negative if it is earlier.
  public func distance(to other: Day) -> Int {
    Int(other.number) - Int(number)
  }

  /// The first day of the week that holds this day, for weeks that begin on `weekStart`.
  public func startOfWeek(beginning weekStart: Weekday) -> Day {
    advanced(by: -Day.modulo(weekday.index - weekStart.index, 7))
  }

  public var startOfMonth: Day {
    advanced(by: 1 - dayOfMonth)
  }

  /// The same day of the month so many months later, or the last one of a shorter month.
  public func advanced(byMonths months: Int) -> Day {
    let (year, month, day) = fields
    let count = 12 * year + month - 1 + months
    let (laterYear, laterMonth) = (count / 12, count % 12 + 1)
    let last = Day.length(ofMonth: laterMonth, year: laterYear)
    return Day(
      number: Int32(
        truncatingIfNeeded: Day.number(year: laterYear, month: laterMonth, day: min(day, last))
      )
    )
  }

  /// The number of months from this day's month to another's; negative if that is earlier.
  public func months(to other: Day) -> Int {
    12 * (other.year - year) + other.month - month
  }

  public var endOfMonth: Day {
    let (year, month, day) = fields
    return advanced(by: Day.length(ofMonth: month, year: year) - day)
  }

  /// The civil fields, by Howard Hinnant's `civil_from_days`.
  ///
  /// Source: <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
  public var fields: (year: Int, month: Int, day: Int) {
    let shifted = Int(number) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Days since 1970-01-01 of a civil date, by Howard Hinnant's `days_from_civil`.
  ///
  /// Source: <https://howardhinnant.github.io/date_algorithms.html#days_from_civil>.
  private static func number(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The remainder that is never negative, as calendars need it.
  static func modulo(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

/// An interval of days, both ends included, or open until further notice.
public struct DaySpan: Hashable, Sendable {
  public let start: Day
  /// The last day; nil while the span is `"open"`.
  public let end: Day?

  public init(start: Day, end: Day?) {
    self.start = start
    self.end = end
  }

  public func contains(_ day: Day) -> Bool {
    guard let end else { return start <= day }
    return start <= day && day <= end
  }
}

extension DaySpan {
  /// `2026-07-01 to 2026-07-14`, or `from 2026-07-01`.
  public var inWords: String { end.map { "\(start) to \($0)" } ?? "from \(start)" }
}
