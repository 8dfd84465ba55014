internal import HabitCore
internal import HabitScore

/// The reminders of habits as a calendar with alarms.
///
/// Times are floating: they mean the clock of whoever looks. Source: RFC 5545.
struct ICalendar {
  private var lines: [String] = []
  /// When the calendar was made, in UTC.
  private let stamp: Moment

  /// For how many days a quota, whose days depend on what will be done, is laid out.
  private static let quotaDays = 28

  init(of boards: [HabitBoard], profile: Profile, today: Day, madeAt stamp: Moment) {
    self.stamp = stamp
    lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//habit//habit remind//EN", "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:Habits",
    ]
    for board in boards where board.habit.deleted == nil {
      let off = ICalendar.daysOff(board, profile, today)
      for time in board.habit.reminders {
        for (part, stretch) in ICalendar.stretches(of: board.habit, from: today).enumerated() {
          add(board, profile, stretch, time, part, off, today)
        }
      }
    }
    lines.append("END:VCALENDAR")
  }

  /// The text, its lines folded at 75 octets.
  var text: String { lines.map { ICalendar.folded($0) + "\r\n" }.joined() }

  // MARK: Events

  /// The stretches of days a schedule is in force, from today on.
  private static func stretches(
    of habit: Habit,
    from today: Day
  ) -> [(schedule: Schedule, anchor: Day, first: Day, last: Day?)] {
    let entries = habit.schedule.entries
    return entries.indices.compactMap { index in
      let begin = index == 0 ? habit.start : max(entries[index].from ?? habit.start, habit.start)
      let next = index + 1 < entries.count ? entries[index + 1].from?.advanced(by: -1) : nil
      let last = [next, habit.end].compactMap(\.self).min()
      let first = max(begin, today)
      guard last.map({ first <= $0 }) ?? true else { return nil }
      return (entries[index].value, entries[index].from ?? habit.start, first, last)
    }
  }

  private mutating func add(
    _ board: HabitBoard,
    _ profile: Profile,
    _ stretch: (schedule: Schedule, anchor: Day, first: Day, last: Day?),
    _ time: TimeOfDay,
    _ part: Int,
    _ off: Set<Day>,
    _ today: Day
  ) {
    let (schedule, last) = (stretch.schedule, stretch.last)
    // A sum is due on days of its own, as a quota is.
    let isSum = board.goal(on: stretch.first).isSum
    let length = isSum ? ICalendar.quotaDays : ICalendar.horizon(of: schedule)
    let horizon = stretch.first.advanced(by: length)
    let days = stretch.first...max(stretch.first, min(last ?? horizon, horizon))
    let uid = "\(board.habit.id)-\(time.hoursAndMinutes.replacing(":", with: ""))-\(part)@habit"
    guard !isSum, let rule = ICalendar.rule(of: schedule, weekStart: profile.weekStart) else {
      for day in board.daysDueIfIdle(in: days) where !off.contains(day) {
        event(board, uid: "\(day)-\(uid)", on: day, time, rule: nil, except: [])
      }
      return
    }
    let named = schedule.named(in: days, anchor: stretch.anchor, weekStart: profile.weekStart)
    guard let offset = named.firstIndex(of: true) else { return }
    let first = days.lowerBound.advanced(by: offset)
    let until = last.map { ";UNTIL=\(ICalendar.spelled($0))T235959" } ?? ""
    event(board, uid: uid, on: first, time, rule: rule + until, except: off.filter { $0 >= first })
  }

  private mutating func event(
    _ board: HabitBoard,
    uid: String,
    on day: Day,
    _ time: TimeOfDay,
    rule: String?,
    except days: Set<Day>
  ) {
    let title = ICalendar.escaped(
      [board.habit.icon, board.habit.name.text].compactMap(\.self).joined(separator: " ")
    )
    let clock = ICalendar.spelled(time)
    lines += [
      "BEGIN:VEVENT", "UID:\(uid)",
      "DTSTAMP:\(ICalendar.spelled(stamp.date))T\(ICalendar.spelled(stamp.time))Z",
      "DTSTART:\(ICalendar.spelled(day))T\(clock)", "DURATION:PT5M", "SUMMARY:\(title)",
      "DESCRIPTION:\(ICalendar.escaped("\(board.goal(on: day))"))", "TRANSP:TRANSPARENT",
    ]
    if let rule { lines.append("RRULE:\(rule)") }
    for day in days.sorted() { lines.append("EXDATE:\(ICalendar.spelled(day))T\(clock)") }
    lines += [
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S", "DESCRIPTION:\(title)", "END:VALARM",
      "END:VEVENT",
    ]
  }

  /// How many days ahead the first day of a schedule may be.
  private static func horizon(of schedule: Schedule) -> Int {
    switch schedule {
    case .quota: quotaDays
    case .daily, .weekly, .everyDays, .everyWeeks, .monthly: 3_700
    case .anyTime: 0
    }
  }

  /// The days without a reminder: done or skipped today, vacations and rests, as far as they are
  /// known for the coming year.
  private static func daysOff(_ board: HabitBoard, _ profile: Profile, _ today: Day) -> Set<Day> {
    var off: Set<Day> = [.done, .skipped].contains(board.state(on: today)) ? [today] : []
    for offset in 0..<365 {
      let day = today.advanced(by: offset)
      if profile.isOff(day) || !board.habit.isActive(on: day) { off.insert(day) }
    }
    return off
  }

  // MARK: Spelling

  /// The recurrence of a schedule; nil for a quota and `any time`, which have no days of their own.
  private static func rule(of schedule: Schedule, weekStart: Weekday) -> String? {
    func list(_ weekdays: Set<Weekday>) -> String {
      weekdays.sorted().map(spelled).joined(separator: ",")
    }
    switch schedule {
    case .daily: return "FREQ=DAILY"
    case .weekly(let weekdays): return "FREQ=WEEKLY;BYDAY=\(list(weekdays))"
    case .everyDays(let interval): return "FREQ=DAILY;INTERVAL=\(interval)"
    case .everyWeeks(let weeks, let weekdays):
      return "FREQ=WEEKLY;INTERVAL=\(weeks);BYDAY=\(list(weekdays));WKST=\(spelled(weekStart))"
    case .monthly(let days):
      let numbers = days.sorted().map { day in
        switch day {
        case .day(let number): "\(number)"
        case .last: "-1"
        }
      }
      return "FREQ=MONTHLY;BYMONTHDAY=\(numbers.joined(separator: ","))"
    case .quota, .anyTime: return nil
    }
  }

  private static func spelled(_ weekday: Weekday) -> String {
    String(weekday.rawValue.prefix(2)).uppercased()
  }

  private static func spelled(_ day: Day) -> String { "\(day)".replacing("-", with: "") }

  private static func spelled(_ time: TimeOfDay) -> String { "\(time)".replacing(":", with: "") }

  private static func escaped(_ text: String) -> String {
    text.terminalSafe.escaping { scalar in
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
