public import HabitCore

/// How a quota stands in the period of a day, before that day.
///
/// Source: habit-xp(7), QUOTAS.
public struct QuotaStanding: Hashable, Sendable {
  /// The days of the period that lie between the habit's start and end, under one schedule.
  public let period: ClosedRange<Day>
  /// What the period asks for.
  public let need: Int
  /// The days done before this one.
  public let done: Int
  /// The days left, this one included, vacations left out.
  public let daysLeft: Int

  /// The days that are still to be done; below zero when more were done.
  public var missing: Int { need - done }

  /// How many days it can wait; nil when nothing is missing.
  public var canWaitDays: Int? { missing > 0 ? max(daysLeft - missing, 0) : nil }
}

extension HabitBoard {
  /// How the quota stands before a day; nil when the schedule in force names days.
  public func quota(on day: Day) -> QuotaStanding? {
    guard let period = habit.quotaPeriod(of: day, weekStart: profile.weekStart),
      case .quota(let times, _) = habit.schedule.value(on: day)
    else { return nil }
    let days = (period.lowerBound.number...period.upperBound.number).map { Day(number: $0) }
    let working = days.filter { !profile.isVacation($0) }
    return QuotaStanding(
      period: period,
      need: min(times, working.count),
      done: working.count { $0 < day && shown[$0] == .done },
      daysLeft: working.count { $0 >= day }
    )
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
