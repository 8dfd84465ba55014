public import HabitCore

/// A best of some days.
///
/// Source: habit-template(5), LOOPS.
public enum PersonalBest: Hashable, Sendable {
  case run(Run)
  /// The whole week with the highest rate.
  case week(ClosedRange<Day>, Count)
  /// The whole month with the highest rate.
  case month(ClosedRange<Day>, Count)
  /// The day with the most of a habit.
  case day(Day, HabitID, Total)

  public var days: ClosedRange<Day>? {
    switch self {
    case .run(let run): run.days
    case .week(let days, _), .month(let days, _): days
    case .day(let day, _, _): day...day
    }
  }
}

extension [HabitBoard] {
  /// The best week and the best month of some days that are over, and the best day of each habit with
  /// amounts.
  ///
  /// Only one of several is the best. Of equal ones the one with more due days is, then the earliest.
  public func bests(in days: ClosedRange<Day>, weekStart: Weekday) -> [PersonalBest] {
    let week = best(
      of: days.parts { $0.startOfWeek(beginning: weekStart)...$0.endOfWeek(weekStart) }
    )
    let month = best(of: days.parts { $0.startOfMonth...$0.endOfMonth })
    return [week.map(PersonalBest.week), month.map(PersonalBest.month)].compactMap(\.self)
      + compactMap { $0.most(in: days) }
  }

  private func best(of spans: [ClosedRange<Day>]) -> (ClosedRange<Day>, Count)? {
    let judged = spans.compactMap { days -> (days: ClosedRange<Day>, count: Count, share: Share)? in
      let count = Count(of: self, over: days)
      guard count.due >= Rules.fewestWeekdays, let share = count.share else { return nil }
      return (days, count, share)
    }
    guard judged.count > 1 else { return nil }
    return judged.max { left, right in
      left.share == right.share
        ? (left.count.due, right.days.lowerBound) < (right.count.due, left.days.lowerBound)
        : left.share < right.share
    }.map { ($0.days, $0.count) }
  }
}

extension HabitBoard {
  /// The day with the most of what is counted on the last one; nil for a habit that is only done or not,
  /// and for a limit.
  fileprivate func most(in days: ClosedRange<Day>) -> PersonalBest? {
    let goal = goal(on: days.upperBound)
    guard isListed(on: days.upperBound), goal != .once, !habit.isBreaking else { return nil }
    var best: (day: Day, amount: Amount)?
    for tally in tracked.tallies(in: days) where tally.day <= lastListed {
      let aim = self.goal(on: tally.day)
      guard aim.counts(as: goal), let amount = tally.progress else { continue }
      // Who stops at the goal has no best day.
      let floor = max(best?.amount ?? .zero, aim.isSum ? .zero : aim.amount)
      if amount > floor { best = (tally.day, amount) }
    }
    return best.map { .day($0.day, habit.id, Total(amount: $0.amount, goal: goal)) }
  }
}

extension ClosedRange<Day> {
  /// The spans that are whole in the range, in order.
  fileprivate func parts(_ span: (Day) -> ClosedRange<Day>) -> [ClosedRange<Day>] {
    var parts: [ClosedRange<Day>] = []
    var day = lowerBound
    while day <= upperBound {
      let part = span(day)
      if part.lowerBound >= lowerBound, part.upperBound <= upperBound { parts.append(part) }
      day = part.upperBound.advanced(by: 1)
    }
    return parts
  }
}

extension Day {
  fileprivate func endOfWeek(_ weekStart: Weekday) -> Day {
    startOfWeek(beginning: weekStart).advanced(by: 6)
  }
}
