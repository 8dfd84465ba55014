import HabitCore

/// The facts of one habit laid out day by day, one byte each, so that every rule is one walk.
///
/// The days lie between the habit's start and its end or the last day that is wanted: what a day was
/// never depends on what was decided for later ones.
struct FactLine {
  let tracked: TrackedHabit
  let weekStart: Weekday
  let days: ClosedRange<Day>
  /// Where today is, which may be outside of the line.
  let today: Int
  /// The last day that is wanted, which may be after the habit's end.
  let horizon: Day
  /// What is known of each day.
  private(set) var facts: [DayFacts]
  /// Whether some day counts for streaks and awards though its goal was not met.
  private(set) var hasPartialDays = false

  /// The facts from the habit's start to its end or a last day, which is today or later; nil when it
  /// starts later.
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

  /// The habit.
  var habit: Habit { tracked.habit }

  /// Where a day is in the line.
  func index(of day: Day) -> Int { days.lowerBound.distance(to: day) }

  /// Where the days of a range are in the line.
  func indices(of days: ClosedRange<Day>) -> ClosedRange<Int> {
    index(of: days.lowerBound)...index(of: days.upperBound)
  }

  /// For each of some days whether the schedule in force names it; nil for a quota, which names none.
  func named(by schedule: Dated<Schedule>.Entry, in days: ClosedRange<Day>) -> [Bool]? {
    schedule.value.isQuota
      ? nil
      : schedule.value.named(in: days, anchor: schedule.from ?? habit.start, weekStart: weekStart)
  }

  /// Lays out what was done, each day by the goal in force.
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

  /// Counts any progress as done where the streak mode says so.
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

  /// Marks the days of intervals, each day once however many intervals hold it.
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
