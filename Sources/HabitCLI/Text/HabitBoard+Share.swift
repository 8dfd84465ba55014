internal import HabitCore
internal import HabitScore

extension Schedule {
  /// Whether its days are so far apart that one wants to know the first.
  fileprivate var isRare: Bool {
    switch self {
    case .everyMonths, .yearly, .after: true
    case .daily, .weekly, .everyDays, .everyWeeks, .monthly, .quota, .anyTime: false
    }
  }
}

extension HabitBoard {
  /// The first day of the newest schedule on which it is due when nothing more is done; nil for
  /// schedules that come soon, or say it in their words.
  var firstDue: String? {
    guard let entry = habit.schedule.entries.last, entry.value.isRare,
      !goal(on: entry.from ?? habit.start).isSum
    else { return nil }
    let first = max(entry.from ?? habit.start, today)
    let days = daysDueIfIdle(through: first.advanced(by: Schedule.longestStretch))
    return days.first { $0 >= first }.map { "first due \($0)" }
  }

  /// What a period that is not over asks for, where that is only a share: `this week: 4 km`.
  func share(on day: Day) -> String? {
    func text(_ period: ClosedRange<Day>, _ span: String, _ need: String) -> String? {
      guard period.upperBound >= today else { return nil }
      let word = period.contains(today) ? "this" : "the first"
      return "\(word) \(span): \(need)"
    }
    if let sum = sum(on: day) {
      let goal = sum.goal
      return sum.need == goal.amount
        ? nil
        : text(
          sum.period,
          goal.per.rawValue,
          (habit.isBreaking ? "at most " : "") + goal.spelled(sum.need)
        )
    }
    guard let quota = quota(on: day),
      case .quota(let times, let period) = habit.schedule.value(on: day), quota.need < times
    else { return nil }
    return text(quota.period, period.streakUnit.rawValue, counted(quota.need, "time"))
  }
}
