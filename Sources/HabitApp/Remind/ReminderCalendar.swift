public import HabitCore
public import HabitScore

/// The reminders of habits as a calendar with alarms.
///
/// An event is the same one in every calendar that is made later, whatever becomes of its days: its
/// UID is that of the habit and the time. Its times float: 09:00 is that of the reader's clock.
///
/// Source: RFC 5545, 3.3.5, form 1.
public struct ReminderCalendar: Sendable {
  private var lines: [String] = []
  /// When the calendar was made, in UTC.
  private let stamp: Moment
  private let dayStart: TimeOfDay

  /// The calendar of these habits from today on; `stamp` is in UTC.
  public init(
    of boards: [HabitBoard],
    profile: Profile,
    today: Day,
    madeAt stamp: Moment
  ) {
    self.stamp = stamp
    self.dayStart = profile.dayStart
    lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//habit//habit remind//EN", "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:Habits",
    ]
    for board in boards {
      for time in board.habit.reminders {
        let days = ReminderDays(of: board, profile, shiftedBy: shift(of: time))
        guard let first = days.days.first else { continue }
        let name = [board.habit.icon, board.habit.name.text].compactMap(\.self)
        add(
          days,
          time,
          uid: "\(board.habit.id)-\(ReminderCalendar.digits(time))-0@habit",
          title: name.joined(separator: " "),
          text: "\(board.goal(on: first))"
        )
      }
    }
    let all = ReminderDays(ofAny: boards, from: today)
    if let time = profile.planReminder, !isOver(time, profile.eveningReminder) {
      add(all, time, uid: "plan@habit", title: "Habits of today", text: "habit today")
    }
    if let time = profile.eveningReminder {
      add(all, time, uid: "evening@habit", title: "Habits still open", text: "habit today")
    }
    lines.append("END:VCALENDAR")
  }

  /// The text, its lines folded at 75 octets.
  public var text: String { lines.map { ReminderCalendar.folded($0) + "\r\n" }.joined() }
}

// MARK: Events

extension ReminderCalendar {
  /// How many dates after the date of its day a time comes: the day begins later than the date.
  private func shift(of time: TimeOfDay) -> Int { time < dayStart ? 1 : 0 }

  /// Whether the evening's reminder comes first and says it all.
  private func isOver(_ plan: TimeOfDay, _ evening: TimeOfDay?) -> Bool {
    guard let evening else { return false }
    return (shift(of: evening), evening) <= (shift(of: plan), plan)
  }

  private mutating func add(
    _ days: ReminderDays,
    _ time: TimeOfDay,
    uid: String,
    title: String,
    text: String
  ) {
    guard let first = days.days.first else { return }
    let title = ReminderCalendar.escaped(title)
    lines += [
      "BEGIN:VEVENT", "UID:\(uid)",
      "DTSTAMP:\(ReminderCalendar.spelled(stamp.date))T\(ReminderCalendar.spelled(stamp.time))Z",
      "DTSTART:\(moments([first], time))", "DURATION:PT5M", "SUMMARY:\(title)",
      "DESCRIPTION:\(ReminderCalendar.escaped(text))", "TRANSP:TRANSPARENT",
    ]
    if let rule = days.rule {
      lines.append("RRULE:\(rule)")
      lines += days.exceptions.map { "EXDATE:\(moments([$0], time))" }
    } else if days.days.count > 1 {
      lines.append("RDATE:\(moments(days.days.dropFirst(), time))")
    }
    lines += [
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S", "DESCRIPTION:\(title)", "END:VALARM",
      "END:VEVENT",
    ]
  }

  /// A time of some days.
  private func moments(_ days: some Sequence<Day>, _ time: TimeOfDay) -> String {
    let (shift, clock) = (shift(of: time), ReminderCalendar.spelled(time))
    return days.map { "\(ReminderCalendar.spelled($0.advanced(by: shift)))T\(clock)" }
      .joined(separator: ",")
  }
}

// MARK: Spelling

extension ReminderCalendar {
  private static func spelled(_ day: Day) -> String { "\(day)".replacing("-", with: "") }

  private static func spelled(_ time: TimeOfDay) -> String { "\(time)".replacing(":", with: "") }

  private static func digits(_ time: TimeOfDay) -> String {
    time.hoursAndMinutes.replacing(":", with: "")
  }

  private static func escaped(_ text: String) -> String {
    text.replacingUnseen { _ in "\u{FFFD}" }.escaping { scalar in
      switch scalar {
      case "\\", ";", ",": "\\\(scalar)"
      case "\n": "\\n"
      default: nil
      }
    }
  }

  /// A line in pieces of at most 75 octets, none within a character.
  private static func folded(_ line: String) -> String {
    var folded = ""
    var octets = 0
    for scalar in line.unicodeScalars {
      let width = UTF8.width(scalar)
      if octets + width > 75 {
        folded += "\r\n "
        octets = 1
      }
      folded.unicodeScalars.append(scalar)
      octets += width
    }
    return folded
  }
}
