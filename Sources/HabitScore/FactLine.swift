import HabitCore

/// The facts of one habit as an array with one byte per day.
///
/// It ends at the habit's end or at the last day that is needed: no day depends on later ones.
struct FactLine {
  let tracked: TrackedHabit
  let weekStart: Weekday
  let days: ClosedRange<Day>
  /// The index of today, which may be outside the array.
  let today: Int
  /// The last day that is needed, which may be after the habit's end.
  let horizon: Day
  private(set) var facts: [DayFacts]
  /// Whether a day counts for streaks and awards although its goal was not reached.
  private(set) var hasPartialDays = false

  /// The facts from the habit's start to its end or to `horizon`; nil if it starts later.
  init?(of tracked: TrackedHabit, profile: Profile, today: Day, through horizon: Day) {
    let habit = tracked.habit
    let last = min(habit.end ?? horizon, horizon)
    guard habit.start <= last else { return nil }
    self.horizon = horizon
    self.tracked = tracked
    self.weekStart = profile.weekStart
    self.days = habit.start...last
    self.today = habit.start.distance(to: today)
    self.facts = Array(repeating: [], count: habit.start.distance(to: last) + 1)
    layFacts()
    if habit.kind == .formation { count(profile.streakMode) }
    let deletion = habit.deleted.map { [DaySpan(start: $0, end: nil)] } ?? []
    deactivate(profile.timeOff + habit.pauses + deletion)
  }

  var habit: Habit { tracked.habit }

  /// The days of a period from its first one under a rule on, cut where the rule changes.
  func days(of period: ClosedRange<Day>, from first: Day, under rule: Regime) -> ClosedRange<Day> {
    let isCut = rule.days.upperBound < min(period.upperBound, horizon)
    return first...(isCut ? rule.days : period).upperBound
  }

  func index(of day: Day) -> Int { days.lowerBound.distance(to: day) }

  func indices(of days: ClosedRange<Day>) -> ClosedRange<Int> {
    index(of: days.lowerBound)...index(of: days.upperBound)
  }

  /// Whether the schedule names each of some days; nil for one that names none.
  func named(by schedule: Dated<Schedule>.Entry, in days: ClosedRange<Day>) -> [Bool]? {
    schedule.value.namesDays
      ? schedule.value.named(in: days, anchor: schedule.from ?? habit.start, weekStart: weekStart)
      : nil
  }

  /// Sets the facts of the tallies, each with the goal in force.
  private mutating func layFacts() {
    for stretch in habit.goal.stretches(in: days) {
      let goal = stretch.entry.value
      guard !goal.isSum else {
        for tally in tracked.tallies(in: stretch.days) where tally.skip != nil {
          facts[index(of: tally.day)] = .skip
        }
        continue
      }
      let blank = DayFacts(progress: nil, skip: nil, kind: habit.kind, goal: goal, isPast: true)
      if !blank.isEmpty {
        for index in indices(of: stretch.days) where index < today { facts[index] = blank }
      }
      for tally in tracked.tallies(in: stretch.days) {
        let index = index(of: tally.day)
        facts[index] = DayFacts(
          progress: tally.progress,
          skip: tally.skip,
          kind: habit.kind,
          goal: goal,
          isPast: index < today
        )
      }
    }
  }

  /// Counts any progress as done, on days with that streak mode.
  ///
  /// Source: habit-xp(7), STREAKS.
  private mutating func count(_ mode: Dated<Profile.StreakMode>) {
    for stretch in mode.stretches(in: days) where stretch.entry.value == .partial {
      if habit.hasSums {
        for index in indices(of: stretch.days) { facts[index].insert(.lenient) }
        hasPartialDays = true
      }
      for index in indices(of: stretch.days)
      where facts[index].contains(.begun) && !facts[index].contains(.done) {
        facts[index].insert(.counted)
        hasPartialDays = true
      }
    }
  }

  /// Marks the days of intervals as inactive.
  private mutating func deactivate(_ spans: [DaySpan]) {
    var next = days.lowerBound
    for span in spans.sorted(by: { $0.start < $1.start }) {
      let lower = max(span.start, next)
      let upper = min(span.end ?? days.upperBound, days.upperBound)
      guard lower <= upper else { continue }
      for index in indices(of: lower...upper) { facts[index].insert(.inactive) }
      next = upper.advanced(by: 1)
    }
  }
}
