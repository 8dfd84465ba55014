/// A time on the clock of a civil day, to the second.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Seconds since midnight, 0 to 86,399.
  public let seconds: Int32

  /// The time that many seconds after midnight, or nil outside of one day.
  public init?(seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    self.seconds = Int32(seconds)
  }

  public static let midnight = TimeOfDay(0)

  private init(_ seconds: Int32) {
    self.seconds = seconds
  }

  /// The time spelled `HH:MM` or `HH:MM:SS`, or nil for any other text.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    let hasSeconds = text.utf8.count == 8
    var reader = ClockReader(text)
    guard hasSeconds || text.utf8.count == 5, let time = reader.time(hasSeconds: hasSeconds) else {
      return nil
    }
    self = time
  }

  /// `HH:MM`, as settings and screens show a time.
  public var hoursAndMinutes: String {
    "\(padded(Int(seconds) / 3600, 2)):\(padded(Int(seconds) / 60 % 60, 2))"
  }

  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.seconds < right.seconds }
}

extension TimeOfDay: CustomStringConvertible {
  /// `HH:MM:SS`.
  public var description: String { hoursAndMinutes + ":" + padded(Int(seconds) % 60, 2) }
}

/// A local date and time, to the second, in the time zone of a user's days.
public struct Moment: Hashable, Comparable, Sendable {
  public let date: Day
  public let time: TimeOfDay

  public init(date: Day, time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// The moment spelled `YYYY-MM-DDTHH:MM:SS`, seconds optional, or nil for any other text.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    let hasSeconds = text.utf8.count == 19
    var reader = ClockReader(text)
    guard hasSeconds || text.utf8.count == 16,
      let moment = reader.moment(hasSeconds: hasSeconds)
    else { return nil }
    self = moment
  }

  /// The day this moment counts for, when a day begins at `dayStart`.
  public func day(startingAt dayStart: TimeOfDay) -> Day {
    time < dayStart ? date.advanced(by: -1) : date
  }

  public var nextSecond: Moment {
    guard let later = TimeOfDay(seconds: Int(time.seconds) + 1) else {
      return Moment(date: date.advanced(by: 1), time: .midnight)
    }
    return Moment(date: date, time: later)
  }

  public static func < (left: Moment, right: Moment) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}

extension Moment: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS`.
  public var description: String { "\(date)T\(time)" }
}

extension Moment {
  /// From the first day of the year 1 to the last of 9999.
  private static let days = -719_162...2_932_896

  /// The moment so many seconds after 1970-01-01T00:00:00, on the same clock, or the nearest that it shows.
  public init(unixSeconds: Int) {
    let (quotient, remainder) = unixSeconds.quotientAndRemainder(dividingBy: 86_400)
    let days = remainder < 0 ? quotient - 1 : quotient
    self.init(
      date: Day(number: Int32(min(max(days, Moment.days.lowerBound), Moment.days.upperBound))),
      time: TimeOfDay(seconds: remainder < 0 ? remainder + 86_400 : remainder) ?? .midnight
    )
  }

  public var unixSeconds: Int { Int(date.number) * 86_400 + Int(time.seconds) }
}
