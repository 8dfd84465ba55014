import HabitCore

/// N times in a period, and the share needed on a day.
///
/// Later days count as active, so that a decision for later days changes no earlier day.
///
/// Source: habit-xp(7), QUOTAS.
struct Quota {
  /// N, at most once per day.
  let times: Int
  let period: ClosedRange<Day>

  init(times: Int, in period: ClosedRange<Day>) {
    self.period = period
    self.times = min(times, period.lowerBound.distance(to: period.upperBound) + 1)
  }

  /// The times needed on a day: N times the share of active days, which are `activeDays` and all later
  /// days, rounded to the nearest integer, halves up.
  func need(on day: Day, activeDays: Int) -> Int {
    let length = period.lowerBound.distance(to: period.upperBound) + 1
    let share = times * (activeDays + daysLeft(on: day) - 1)
    return (2 * share + length) / (2 * length)
  }

  /// The number of days to the end of the period, with this one.
  func daysLeft(on day: Day) -> Int { day.distance(to: period.upperBound) + 1 }
}
