import HabitCore

/// So many times in a period, and what of it falls to a day.
///
/// The days that have passed count as they were, active or not; those to come are taken as active,
/// because they are not known yet. So what is decided for later days changes nothing before them.
///
/// Source: habit-xp(7), QUOTAS.
struct Quota {
  /// How often, at most once a day.
  let times: Int
  /// The period, as the calendar has it.
  let period: ClosedRange<Day>

  init(times: Int, in period: ClosedRange<Day>) {
    self.period = period
    self.times = min(times, period.lowerBound.distance(to: period.upperBound) + 1)
  }

  /// What the period asks for as of a day: the share of its active days so far, `activeDays`, and of
  /// those to come, rounded to the nearest, halves up.
  func need(on day: Day, activeDays: Int) -> Int {
    let length = period.lowerBound.distance(to: period.upperBound) + 1
    let share = times * (activeDays + daysLeft(on: day) - 1)
    return (2 * share + length) / (2 * length)
  }

  /// The days to the end of the period, this one included.
  func daysLeft(on day: Day) -> Int { day.distance(to: period.upperBound) + 1 }
}
