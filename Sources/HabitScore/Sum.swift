import HabitCore

/// An amount to reach, or not to pass, in a period, and what of it falls to a day.
///
/// As for a quota, the days to come are taken as active, because they are not known yet.
///
/// Source: habit-xp(7), SUMS.
struct Sum {
  /// The goal of a whole period.
  let goal: Goal
  let period: ClosedRange<Day>

  init(_ goal: Goal, around day: Day, weekStart: Weekday) {
    self.goal = goal
    self.period =
      goal.per.period?.days(around: day, anchor: day, weekStart: weekStart) ?? day...day
  }

  /// The share of the goal as of a day on which `activeDays` of the period were active so far, rounded
  /// to the goal's decimals, halves up.
  func need(on day: Day, activeDays: Int) -> Amount {
    let length = Int64(period.lowerBound.distance(to: period.upperBound) + 1)
    let amount = goal.amount.thousandths
    let step: Int64 =
      amount % 1000 == 0 ? 1000 : amount % 100 == 0 ? 100 : amount % 10 == 0 ? 10 : 1
    let share = amount / step * Int64(activeDays + daysLeft(on: day) - 1)
    return Amount(thousandths: (2 * share + length) / (2 * length) * step)
  }

  /// The days to the end of the period, this one included.
  func daysLeft(on day: Day) -> Int { day.distance(to: period.upperBound) + 1 }
}

extension Timeline {
  /// Judges the periods of a sum, cut to the days on which the goal is in force.
  mutating func judgeSums(
    of goal: Goal,
    under regime: Regime,
    _ line: FactLine,
    _ measure: DayFacts
  ) {
    var day = regime.days.lowerBound
    while day <= min(regime.days.upperBound, line.days.upperBound) {
      let sum = Sum(goal, around: day, weekStart: line.weekStart)
      let days = line.days(of: sum.period, from: day, under: regime)
      judge(sum, on: days, line, measure, regime.rule.streakUnit)
      day = days.upperBound.advanced(by: 1)
    }
  }

  /// Judges one period: due is the day that decides it, on which the sum reaches or passes the goal, or
  /// the last of the period.
  ///
  /// Source: habit-xp(7), SUMS.
  private mutating func judge(
    _ sum: Sum,
    on days: ClosedRange<Day>,
    _ line: FactLine,
    _ measure: DayFacts,
    _ unit: Streak.Unit
  ) {
    var total = Amount.zero
    var active = 0
    let known = days.lowerBound...min(days.upperBound, line.days.upperBound)
    var tallies = line.tracked.tallies(in: known)
    for index in line.indices(of: known) where !line.facts[index].contains(.inactive) {
      let day = line.days.lowerBound.advanced(by: index)
      active += 1
      tallies = tallies.drop { $0.day < day }
      let progress = tallies.first.flatMap { $0.day == day ? $0.progress : nil }
      total = total + (progress ?? .zero)
      let need = sum.need(on: day, activeDays: active)
      let isLast = day == sum.period.upperBound
      let state: DayState
      switch line.habit.kind {
      case .formation:
        let isEnough =
          total >= need || measure == .counted && line.facts[index].contains(.lenient)
        if total > .zero, isEnough {
          state = .done
        } else if isLast, need > .zero {
          state =
            line.facts[index].contains(.skip) ? .skipped : index >= line.today ? .open : .missed
        } else {
          continue
        }
      case .breaking:
        guard total > need || isLast else { continue }
        let isJudged = progress != nil || index < line.today
        state =
          total > need
          ? .missed : isJudged ? .done : line.facts[index].contains(.skip) ? .skipped : .open
      }
      states[index] = state
      sums[index] = (total, need)
      link(index, of: state, unit, days)
      return
    }
  }
}
