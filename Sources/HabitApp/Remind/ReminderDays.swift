internal import HabitCore
internal import HabitScore

/// The days on which a reminder is due, and the recurrence that names them.
struct ReminderDays {
  /// The days of the coming year, in order.
  let days: [Day]
  /// The recurrence that names these days, and goes on behind them; nil where none does.
  let rule: String?
  /// The days that the recurrence names and on which no reminder is due.
  let exceptions: [Day]

  /// How far ahead days are laid out.
  static let horizonDays = 365
  /// How far ahead days are laid out that depend on what will be done.
  static let quotaDays = 28
  /// How far ahead the last day of a recurrence is counted.
  private static let mostCounted = 3_700

  /// The days on which a habit will be due, as far as that is known, for a reminder that comes so
  /// many days later.
  init(of board: HabitBoard, _ profile: Profile, shiftedBy shift: Int) {
    let days = ReminderDays.due(board)
    self.days = days
    let habit = board.habit
    guard let first = days.first, let entry = habit.schedule.entries.last,
      entry.from.map({ $0 <= board.today }) ?? true || habit.schedule.entries.count == 1,
      // A sum is due on days of its own, as a quota is.
      !days.contains(where: { board.goal(on: $0).isSum }),
      let rule = ReminderDays.rule(of: entry.value, profile.weekStart, shift)
    else {
      self.rule = nil
      self.exceptions = []
      return
    }
    let end = board.today.advanced(by: ReminderDays.horizonDays)
    func named(until last: Day) -> [Day] {
      let all = entry.value.named(
        in: first...max(first, last),
        anchor: entry.from ?? habit.start,
        weekStart: profile.weekStart
      )
      return all.indices.filter { all[$0] }.map { first.advanced(by: $0) }
    }
    let known = Set(days)
    self.exceptions = named(until: end).filter { !known.contains($0) }
    guard let last = ReminderDays.lastDay(of: habit, profile) else {
      self.rule = rule
      return
    }
    // A count, because a recurrence of times ends at a time, and only days are known here.
    self.rule =
      board.today.distance(to: last) > ReminderDays.mostCounted
      ? rule : "\(rule);COUNT=\(named(until: last).count)"
  }

  init(ofAny boards: [HabitBoard], from today: Day) {
    days = Set(boards.flatMap(ReminderDays.due)).sorted()
    rule = days.count == ReminderDays.horizonDays + 1 ? "FREQ=DAILY" : nil
    exceptions = []
  }

  private static func due(_ board: HabitBoard) -> [Day] {
    let end = board.today.advanced(by: horizonDays)
    return board.daysDueIfIdle(through: end).filter { day in
      board.habit.schedule.value(on: day).namesDays && !board.goal(on: day).isSum
        || board.today.distance(to: day) < quotaDays
    }
  }

  /// The last day on which the habit can be due; nil without one.
  private static func lastDay(of habit: Habit, _ profile: Profile) -> Day? {
    let rests = (habit.pauses + profile.vacations).filter { $0.end == nil }.map(\.start)
    let ends = (rests + [habit.deleted].compactMap(\.self)).map { $0.advanced(by: -1) }
    return (ends + [habit.end].compactMap(\.self)).min()
  }

  /// The recurrence of a schedule whose reminders come so many days later; nil without one.
  ///
  /// Source: RFC 5545, 3.3.10.
  private static func rule(of schedule: Schedule, _ weekStart: Weekday, _ shift: Int) -> String? {
    func spelled(_ weekday: Weekday) -> String {
      let all = Weekday.allCases
      let moved = all[(weekday.index + shift) % all.count]
      return String(moved.rawValue.prefix(2)).uppercased()
    }
    func list(_ weekdays: Set<Weekday>) -> String {
      weekdays.sorted().map(spelled).joined(separator: ",")
    }
    switch schedule {
    case .daily: return "FREQ=DAILY"
    case .weekly(let weekdays): return "FREQ=WEEKLY;BYDAY=\(list(weekdays))"
    case .everyDays(let interval): return "FREQ=DAILY;INTERVAL=\(interval)"
    case .everyWeeks(let weeks, let weekdays):
      return "FREQ=WEEKLY;INTERVAL=\(weeks);BYDAY=\(list(weekdays));WKST=\(spelled(weekStart))"
    // The day after the last of a month has no number.
    case .monthly(let days):
      return shift == 0 ? "FREQ=MONTHLY;BYMONTHDAY=\(numbers(days))" : nil
    case .everyMonths(let months, let days):
      return shift == 0 ? "FREQ=MONTHLY;INTERVAL=\(months);BYMONTHDAY=\(numbers(days))" : nil
    case .yearly(let days):
      guard shift == 0, days.count == 1, let date = days.first else { return nil }
      return "FREQ=YEARLY;BYMONTH=\(date.month);BYMONTHDAY=\(numbers([date.day]))"
    case .after, .quota, .anyTime: return nil
    }
  }

  private static func numbers(_ days: Set<Schedule.MonthDay>) -> String {
    days.sorted().map { day in
      switch day {
      case .day(let number): "\(number)"
      case .last: "-1"
      }
    }.joined(separator: ",")
  }
}
