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

extension HabitBoard {
  /// The progress of the quota before a day; nil when the schedule in force names days.
  public func quota(on day: Day) -> QuotaStanding? {
    guard let (quota, days) = habit.quota(on: day, weekStart: profile.weekStart) else { return nil }
    let past = (days.lowerBound.number...day.number).map { Day(number: $0) }
    let active = past.count { habit.isActive(on: $0) && !profile.isVacation($0) }
    return QuotaStanding(
      period: days,
      need: quota.need(on: day, activeDays: active),
      done: past.count { $0 < day && shown[$0] == .done },
      daysLeft: quota.daysLeft(on: day)
    )
  }
}

extension Habit {
  /// The quota in force on a day, and the days of its period from the habit's start on that are under
  /// one schedule; nil when the schedule names days, or the day is not between start and end.
  func quota(on day: Day, weekStart: Weekday) -> (Quota, days: ClosedRange<Day>)? {
    let entry = schedule.entry(on: day)
    guard case .quota(let times, _) = entry.value, isWithin(day),
      let whole = entry.value.period(of: day, anchor: entry.from ?? start, weekStart: weekStart),
      let cut = schedule.stretches(in: whole).first(where: { $0.days.contains(day) })?.days
    else { return nil }
    return (Quota(times: times, in: whole), max(cut.lowerBound, start)...cut.upperBound)
  }
}

/// What is to be done about a habit today, the most urgent first.
public enum Urgency: Hashable, Comparable, Sendable {
  /// It is due and open.
  case open
  /// It is not due yet, and can wait so many days more.
  case canWait(days: Int)
  /// It was done.
  case done
  /// It was passed over.
  case skipped
  /// There is nothing to do.
  case free
}

extension HabitBoard {
  /// What is to be done about the habit today.
  public var urgency: Urgency {
    switch shown[today] {
    case .open, .missed: return .open
    case .done: return .done
    case .skipped: return .skipped
    case .free:
      guard habit.isActive(on: today), !profile.isVacation(today),
        let days = quota(on: today)?.canWaitDays
      else { return .free }
      return .canWait(days: days)
    }
  }
}

extension HabitBoard {
  /// The days of a range on which the habit will be due when nothing more is done.
  public func daysDueIfIdle(in days: ClosedRange<Day>) -> [Day] {
    let board = HabitBoard(of: tracked, profile: profile, on: days.upperBound)
    return (days.lowerBound.number...days.upperBound.number).map { Day(number: $0) }
      .filter { [.open, .missed].contains(board.state(on: $0)) }
  }
}
