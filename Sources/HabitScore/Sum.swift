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
    let span: Schedule.Period = goal.per == .month ? .month : .week
    self.goal = goal
    self.period = span.days(around: day, anchor: day, weekStart: weekStart)
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
    on days: ClosedRange<Day>,
    _ line: FactLine,
    _ measure: DayFacts
  ) {
    var day = days.lowerBound
    while day <= min(days.upperBound, line.days.upperBound) {
      let sum = Sum(goal, around: day, weekStart: line.weekStart)
      let last = min(sum.period.upperBound, days.upperBound)
      judge(sum, on: day...min(last, line.days.upperBound), line, measure)
      day = last.advanced(by: 1)
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
    _ measure: DayFacts
  ) {
    var total = Amount.zero
    var active = 0
    var tallies = line.tracked.tallies(in: days)
    for index in line.indices(of: days) where !line.facts[index].contains(.inactive) {
      let day = line.days.lowerBound.advanced(by: index)
      active += 1
      while let tally = tallies.first, tally.day <= day {
        if tally.day == day { total = total + (tally.progress ?? .zero) }
        tallies = tallies.dropFirst()
      }
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
        state = total > need ? .missed : .done
      }
      settle(index, as: state, total, need)
      return
    }
  }

  /// Gives the day that decides a period its state.
  private mutating func settle(_ index: Int, as state: DayState, _ total: Amount, _ need: Amount) {
    states[index] = state
    sums[index] = (total, need)
    switch state {
    case .done: link(index, .kept)
    case .missed: link(index, .broken)
    case .skipped, .open, .free: break
    }
  }
}
