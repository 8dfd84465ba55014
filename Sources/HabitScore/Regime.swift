import HabitCore

/// Days that follow one another under one rule: a schedule, or the sum that a goal asks for.
///
/// While a goal sums the amounts of a week or a month, the schedule says nothing.
struct Regime {
  /// The days.
  let days: ClosedRange<Day>
  /// The rule.
  let rule: Rule

  enum Rule {
    case schedule(Dated<Schedule>.Entry)
    case sum(Goal)
  }

  /// The schedule; nil under a sum.
  var schedule: Dated<Schedule>.Entry? {
    switch rule {
    case .schedule(let entry): entry
    case .sum: nil
    }
  }
}

extension Habit {
  /// Whether some goal sums the amounts of several days.
  var hasSums: Bool { goal.entries.contains { $0.value.isSum } }

  /// The rules of the days of a range, in order, without a gap.
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
        // Another goal a day is no other rule.
        daily = (daily?.lowerBound ?? stretch.days.lowerBound)...stretch.days.upperBound
      }
    }
    return regimes + (daily.map(scheduled) ?? [])
  }

  /// The rule of a day.
  func regime(on day: Day) -> Regime {
    regimes(in: day...day)[0]
  }
}
