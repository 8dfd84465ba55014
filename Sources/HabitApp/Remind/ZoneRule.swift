internal import HabitCore
internal import HabitStore
public import Posix

/// A time zone and when its clock changes from now on, as the last line of its file tells it.
///
/// Source: RFC 8536, 3.3, and POSIX.1-2017, 8.3, TZ.
public struct ZoneRule: Hashable, Sendable {
  /// The zone's name: `America/New_York`.
  public let name: String
  let standard: Clock
  /// The clock of the other part of the year, and when the two change; nil when it never does.
  let summer: Summer?

  /// An offset from UTC, and what it is called.
  struct Clock: Hashable, Sendable {
    let name: String
    let secondsEast: Int
  }

  /// The clock that is not the standard one, from when to when.
  struct Summer: Hashable, Sendable {
    let clock: Clock
    let start: Change
    let end: Change
  }

  /// When clocks change: in the week, 5 being the last, of a month, so many seconds after the
  /// midnight that begins that weekday.
  struct Change: Hashable, Sendable {
    let month: Int
    let week: Int
    let weekday: Weekday
    let seconds: Int
  }

  /// The rule in a zone's file; nil when there is no such file, or its rule is of another form.
  public init?(named name: String, in folder: Disk) {
    guard let bytes = ZoneRule.bytes(of: name, in: folder),
      bytes.starts(with: Array("TZif".utf8))
    else { return nil }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let line = lines.dropLast().last else { return nil }
    self.init(named: name, String(decoding: line, as: UTF8.self))
  }

  /// The bytes of a zone's file, which may be a link to that of another name.
  private static func bytes(of name: String, in folder: Disk) -> [UInt8]? {
    guard let link = folder.linkTarget(of: name) else { return folder.bytes(of: name) }
    let target = String(decoding: link, as: UTF8.self)
    guard !target.hasPrefix("/") else { return Disk(root: "").bytes(of: target) }
    let parent = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    return folder.bytes(of: parent + target)
  }

  /// The rule as `TZ` spells it: `EST5EDT,M3.2.0,M11.1.0`.
  init?(named name: String, _ text: String) {
    var parser = ZoneRuleParser(text)
    guard let standard = parser.clock(usual: nil) else { return nil }
    self.name = name
    self.standard = standard
    guard !parser.isAtEnd else {
      summer = nil
      return
    }
    guard let clock = parser.clock(usual: standard.secondsEast + 3_600),
      let start = parser.change(), let end = parser.change(), parser.isAtEnd
    else { return nil }
    summer = Summer(clock: clock, start: start, end: end)
  }
}

// MARK: In a calendar

extension ZoneRule {
  /// For how many years changes are written.
  private static let years = 10

  /// The component of a calendar that tells the clock of the zone around a day.
  ///
  /// Source: RFC 5545, 3.6.5.
  func component(around day: Day) -> [String] {
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
    let years = (day.year - 1)...(day.year + ZoneRule.years)
    if let summer {
      lines += observance(
        "DAYLIGHT",
        summer.clock,
        after: standard,
        years.compactMap(summer.start.moment)
      )
      lines += observance(
        "STANDARD",
        standard,
        after: summer.clock,
        years.compactMap(summer.end.moment)
      )
    } else {
      let start = day.advanced(by: -365)
      let first = Moment(date: start, time: .midnight)
      lines += observance("STANDARD", standard, after: standard, [first])
    }
    return lines + ["END:VTIMEZONE"]
  }

  private func observance(
    _ kind: String,
    _ clock: Clock,
    after other: Clock,
    _ moments: [Moment]
  ) -> [String] {
    let spelled = moments.map {
      ReminderCalendar.spelled($0.date) + "T" + ReminderCalendar.spelled($0.time)
    }
    return [
      "BEGIN:\(kind)", "DTSTART:\(spelled[0])", "TZOFFSETFROM:\(other.offset)",
      "TZOFFSETTO:\(clock.offset)", "TZNAME:\(clock.name)",
    ] + (spelled.count > 1 ? ["RDATE:\(spelled.dropFirst().joined(separator: ","))"] : [])
      + ["END:\(kind)"]
  }
}

extension ZoneRule.Clock {
  /// `-0500`.
  fileprivate var offset: String {
    let seconds = abs(secondsEast)
    let parts = [seconds / 3_600, seconds / 60 % 60] + [seconds % 60].filter { $0 != 0 }
    return (secondsEast < 0 ? "-" : "+") + parts.map { padded($0, 2) }.joined()
  }
}

extension ZoneRule.Change {
  /// When the clocks change in a year, on the clock before the change; nil beyond the calendar.
  func moment(in year: Int) -> Moment? {
    guard let first = Day(year: year, month: month, day: 1) else { return nil }
    let ahead = (weekday.index - first.weekday.index + 7) % 7
    var day = first.advanced(by: ahead + 7 * (week - 1))
    if day > first.endOfMonth { day = day.advanced(by: -7) }
    return Moment(unixSeconds: Int(day.number) * 86_400 + seconds)
  }
}
