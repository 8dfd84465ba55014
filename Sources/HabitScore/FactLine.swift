import HabitCore

/// The facts of one habit laid out day by day, one byte each, so that every rule is one walk.
///
/// All days lie between the habit's start and end. They reach beyond the last day that is judged, to
/// the end of its quota period, because what a period asks for depends on the vacations ahead.
struct FactLine {
  let habit: Habit
  let weekStart: Weekday
  /// The days, the unjudged ones at the end included.
  let days: ClosedRange<Day>
  /// How many of the days are judged: none is after today.
  let judged: Int
  /// Where today is, which may be outside of the line.
  let today: Int
  /// What is known of each day.
  private(set) var facts: [DayFacts]
  /// Whether some day counts for streaks and awards though its goal was not met.
  private(set) var hasPartialDays = false

  /// The facts from the habit's start to its end or today; nil when it starts later.
  init?(of tracked: TrackedHabit, profile: Profile, today: Day) {
    let habit = tracked.habit
    let last = min(habit.end ?? today, today)
    guard habit.start <= last else { return nil }
    let period = habit.quotaPeriod(of: last, weekStart: profile.weekStart)
    self.habit = habit
    self.weekStart = profile.weekStart
    self.days = habit.start...(period?.upperBound ?? last)
    self.judged = habit.start.distance(to: last) + 1
    self.today = habit.start.distance(to: today)
    self.facts = Array(repeating: [], count: habit.start.distance(to: days.upperBound) + 1)
    lay(tracked)
    if habit.kind == .formation { count(profile.streakMode) }
    mark(.vacation, on: profile.vacations)
    mark(.rest, on: habit.pauses + (habit.deleted.map { [DaySpan(start: $0, end: nil)] } ?? []))
  }

  /// Where a day is in the line.
  func index(of day: Day) -> Int { days.lowerBound.distance(to: day) }

  /// Where the days of a range are in the line.
  func indices(of days: ClosedRange<Day>) -> ClosedRange<Int> {
    index(of: days.lowerBound)...index(of: days.upperBound)
  }

  /// Lays out what was done on the judged days, each by the goal in force.
  private mutating func lay(_ tracked: TrackedHabit) {
    let last = days.lowerBound.advanced(by: judged - 1)
    for stretch in habit.goal.stretches(in: days.lowerBound...last) {
      let goal = stretch.entry.value
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
      for index in indices(of: stretch.days)
      where facts[index].contains(.begun) && !facts[index].contains(.done) {
        facts[index].insert(.counted)
        hasPartialDays = true
      }
    }
  }

  /// Marks the days of intervals, each day once however many intervals hold it.
  private mutating func mark(_ fact: DayFacts, on spans: [DaySpan]) {
    var next = days.lowerBound
    for span in spans.sorted(by: { $0.start < $1.start }) {
      let lower = max(span.start, next)
      let upper = min(span.end ?? days.upperBound, days.upperBound)
      guard lower <= upper else { continue }
      for index in indices(of: lower...upper) { facts[index].insert(fact) }
      next = upper.advanced(by: 1)
    }
  }
}

extension Habit {
  /// The quota period that holds a day, cut where the schedule changes and to start and end.
  ///
  /// Nil when the schedule in force names days, or the day is not between start and end.
  ///
  /// Source: habit-xp(7), QUOTAS.
  func quotaPeriod(of day: Day, weekStart: Weekday) -> ClosedRange<Day>? {
    let anchor = anchor(on: day)
    guard isWithin(day),
      let whole = schedule.value(on: day).period(of: day, anchor: anchor, weekStart: weekStart),
      let cut = schedule.stretches(in: whole).first(where: { $0.days.contains(day) })?.days
    else { return nil }
    return max(cut.lowerBound, start)...min(cut.upperBound, end ?? cut.upperBound)
  }
}
