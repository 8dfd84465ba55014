public import HabitCore

/// The progress of a quota in the period of a day, before that day.
///
/// Source: habit-xp(7), QUOTAS.
public struct QuotaStanding: Hashable, Sendable {
  /// The days of the period from the habit's start on that are under one schedule.
  public let period: ClosedRange<Day>
  /// What the period asks for, as of the day.
  public let need: Int
  /// The days done before this one.
  public let done: Int
  /// The days left in the period, this one included.
  public let daysLeft: Int

  /// The days that are still to be done; below zero when more were done.
  public var missing: Int { need - done }

  /// How many days it can wait; nil when nothing is missing.
  public var canWaitDays: Int? { missing > 0 ? max(daysLeft - missing, 0) : nil }
}

/// How far a sum is in the period of a day.
///
/// Source: habit-xp(7), SUMS.
public struct SumStanding: Hashable, Sendable {
  /// The days of the period from the habit's start on that are under one goal.
  public let period: ClosedRange<Day>
  /// The goal of a whole period.
  public let goal: Goal
  /// What the period asks for, as of the day.
  public let need: Amount
  /// The sum before this day.
  public let before: Amount
  /// The sum with this day.
  public let total: Amount
  /// The days left in the period, this one included.
  public let daysLeft: Int

  /// What is missing to the goal, or left of a limit; below zero when there is more.
  public var missing: Amount { need - total }
}

extension HabitBoard {
  /// The progress of the quota before a day; nil when the schedule in force names days.
  public func quota(on day: Day) -> QuotaStanding? {
    guard let (quota, days) = habit.quota(on: day, weekStart: profile.weekStart) else { return nil }
    return QuotaStanding(
      period: days.lowerBound...quota.period.upperBound,
      need: quota.need(on: day, activeDays: activeDays(from: days.lowerBound, to: day).count),
      done: (days.lowerBound.number..<day.number).count { shown[Day(number: $0)] == .done },
      daysLeft: quota.daysLeft(on: day)
    )
  }

  /// How far the sum is on a day; nil when the goal in force is one of each day.
  public func sum(on day: Day) -> SumStanding? {
    guard let (sum, days) = habit.sum(on: day, weekStart: profile.weekStart) else { return nil }
    let active = activeDays(from: days.lowerBound, to: day)
    let amounts = active.map { (day: $0, amount: progress(on: $0) ?? .zero) }
    return SumStanding(
      period: days.lowerBound...sum.period.upperBound,
      goal: sum.goal,
      need: sum.need(on: day, activeDays: active.count),
      before: amounts.filter { $0.day < day }.map(\.amount).reduce(.zero, +),
      total: amounts.map(\.amount).reduce(.zero, +),
      daysLeft: sum.daysLeft(on: day)
    )
  }

  private func activeDays(from first: Day, to last: Day) -> [Day] {
    (first...last).all.filter(isActive)
  }

  /// Whether the habit is active on a day: it exists, does not rest, and the user is not away.
  public func isActive(on day: Day) -> Bool { habit.isActive(on: day) && !profile.isOff(day) }
}

extension Habit {
  /// The quota in force on a day, and the days of its period from the habit's start on that are under
  /// one schedule; nil when the schedule names days, or the day is not between start and end.
  func quota(on day: Day, weekStart: Weekday) -> (Quota, days: ClosedRange<Day>)? {
    guard isWithin(day), let entry = regime(on: day).schedule,
      case .quota(let times, _) = entry.value,
      let whole = entry.value.period(of: day, anchor: entry.from ?? start, weekStart: weekStart)
    else { return nil }
    return (Quota(times: times, in: whole), cut(whole, around: day))
  }

  /// The sum in force on a day, and the days of its period from the habit's start on that are under one
  /// goal; nil when the goal is one of each day, or the day is not between start and end.
  func sum(on day: Day, weekStart: Weekday) -> (Sum, days: ClosedRange<Day>)? {
    let goal = goal.value(on: day)
    guard isWithin(day), goal.isSum else { return nil }
    let sum = Sum(goal, around: day, weekStart: weekStart)
    return (sum, cut(sum.period, around: day))
  }

  /// The days of a period from the start on that have the rule of a day.
  private func cut(_ period: ClosedRange<Day>, around day: Day) -> ClosedRange<Day> {
    let days = regimes(in: period).first { $0.days.contains(day) }?.days ?? day...day
    return max(days.lowerBound, start)...days.upperBound
  }
}

/// What is to be done about a habit on a day, the most urgent first.
public enum Urgency: Hashable, Comparable, Sendable {
  case open
  /// A day on which it was due has passed, so many days ago, and it was not done since.
  case late(days: Int)
  /// It is not due yet, and can wait so many days more.
  case canWait(days: Int)
  case done
  /// It was passed over.
  case skipped
  /// It is never due, and only tracked.
  case anyTime
  /// There is nothing to do.
  case free
}

extension HabitBoard {
  public var urgency: Urgency { urgency(on: today) }

  /// What is to be done about the habit on a day.
  public func urgency(on day: Day) -> Urgency {
    let wait = wait(on: day)
    if let days = wait?.missed?.distance(to: day), [.open, .missed, .free].contains(shown[day]) {
      return .late(days: days)
    }
    switch shown[day] {
    case .open, .missed: return .open
    case .done: return .done
    case .skipped: return .skipped
    case .free:
      guard isActive(on: day) else { return .free }
      if let sum = sum(on: day) { return urgency(of: sum) }
      if let wait { return .canWait(days: day.distance(to: wait.due)) }
      if let days = quota(on: day)?.canWaitDays { return .canWait(days: days) }
      return habit.isAnyTime(on: day) ? .anyTime : .free
    }
  }

  /// What is to be done about a sum on a day that does not decide it.
  private func urgency(of sum: SumStanding) -> Urgency {
    let isOpen = habit.kind == .formation ? sum.missing > .zero : sum.missing >= .zero
    return isOpen ? .canWait(days: sum.daysLeft - 1) : .free
  }
}

extension HabitBoard {
  /// Whether it is due today by a schedule that does not name tomorrow.
  public var isDueTodayOnly: Bool {
    let (goal, schedule) = (goal(on: today), habit.schedule.value(on: today))
    guard !goal.isSum, schedule.namesDays, isDue(on: today) else { return false }
    let tomorrow = today.advanced(by: 1)
    let anchor = habit.anchor(on: today)
    return
      !schedule.named(in: tomorrow...tomorrow, anchor: anchor, weekStart: profile.weekStart)[0]
  }
}

extension Habit {
  /// Whether it is never due on a day, and only tracked.
  public func isAnyTime(on day: Day) -> Bool {
    !goal.value(on: day).isSum && schedule.value(on: day) == .anyTime
  }
}

extension HabitBoard {
  /// The days from today to a last one on which the habit will be due when nothing more is done; of
  /// today, whether something is left to do.
  ///
  /// Whether a limit will be kept is another question: it is due all the same.
  public func daysDueIfIdle(through last: Day) -> [Day] {
    guard let line = FactLine(of: tracked, profile: profile, today: today, through: last) else {
      return []
    }
    let ahead = Timeline(of: line, by: .done)
    return (today...last).all.filter {
      $0 == today ? [.open, .missed].contains(ahead[$0]) : ahead[$0] != .free
    }
  }
}
