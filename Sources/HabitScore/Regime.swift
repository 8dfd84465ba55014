public import HabitCore

/// Consecutive days with one rule: a schedule, or a goal of a period.
///
/// A goal of a period overrides the schedule.
struct Regime {
  let days: ClosedRange<Day>
  let rule: Rule

  enum Rule {
    case schedule(Dated<Schedule>.Entry)
    case sum(Goal)

    /// What its links of a streak stand for.
    var streakUnit: Streak.Unit {
      switch self {
      case .sum(let goal): goal.per.period?.streakUnit ?? .day
      case .schedule(let entry): entry.value.streakUnit
      }
    }
  }

  var schedule: Dated<Schedule>.Entry? {
    switch rule {
    case .schedule(let entry): entry
    case .sum: nil
    }
  }
}

extension Schedule {
  fileprivate var streakUnit: Streak.Unit {
    switch self {
    case .daily: .day
    case .weekly(let days): days.count == 1 ? .week : .time
    case .monthly(let days): days.count == 1 ? .month : .time
    case .yearly(let days): days.count == 1 ? .year : .time
    case .quota(_, let period): period.streakUnit
    case .everyDays, .everyWeeks, .everyMonths, .after, .anyTime: .time
    }
  }
}

extension Schedule.Period {
  /// What a streak of such periods counts.
  public var streakUnit: Streak.Unit {
    switch self {
    case .week: .week
    case .month: .month
    case .quarter: .quarter
    case .year: .year
    case .days: .period
    }
  }
}

extension Habit {
  /// Whether a goal is one of a period.
  var hasSums: Bool { goal.entries.contains { $0.value.isSum } }

  /// The rules of a range of days, in order, without a gap.
  func regimes(in days: ClosedRange<Day>) -> [Regime] {
    func scheduled(_ days: ClosedRange<Day>) -> [Regime] {
      schedule.stretches(in: days).map { stretch in
        // A limit has no last time.
        let isEveryDay = isBreaking && stretch.entry.value.isAfter
        let entry = isEveryDay ? stretch.entry.with(.daily) : stretch.entry
        return Regime(days: stretch.days, rule: .schedule(entry))
      }
    }
    guard hasSums else { return scheduled(days) }
    var regimes: [Regime] = []
    var daily: ClosedRange<Day>?
    for stretch in goal.stretches(in: days) {
      if stretch.entry.value.isSum {
        if let days = daily { regimes += scheduled(days) }
        daily = nil
        regimes.append(Regime(days: stretch.days, rule: .sum(stretch.entry.value)))
      } else {
        // A change from one goal per day to another is no change of rule.
        daily = (daily?.lowerBound ?? stretch.days.lowerBound)...stretch.days.upperBound
      }
    }
    return regimes + (daily.map(scheduled) ?? [])
  }

  func regime(on day: Day) -> Regime {
    regimes(in: day...day)[0]
  }
}
