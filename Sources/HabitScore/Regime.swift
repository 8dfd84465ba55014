import HabitCore

/// Consecutive days with one rule: a schedule, or a goal of a week or a month.
///
/// A goal of a week or a month overrides the schedule.
struct Regime {
  let days: ClosedRange<Day>
  let rule: Rule

  enum Rule {
    case schedule(Dated<Schedule>.Entry)
    case sum(Goal)
  }

  var schedule: Dated<Schedule>.Entry? {
    switch rule {
    case .schedule(let entry): entry
    case .sum: nil
    }
  }
}

extension Habit {
  /// Whether a goal is one of a week or a month.
  var hasSums: Bool { goal.entries.contains { $0.value.isSum } }

  /// The rules of a range of days, in order, without a gap.
  func regimes(in days: ClosedRange<Day>) -> [Regime] {
    func scheduled(_ days: ClosedRange<Day>) -> [Regime] {
      schedule.stretches(in: days).map { Regime(days: $0.days, rule: .schedule($0.entry)) }
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
