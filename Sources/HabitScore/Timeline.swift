internal import HabitCore

/// What every day of one habit was, from its start to today, and the chain of its streak.
///
/// Source: habit-xp(7), DAYS, QUOTAS and STREAKS.
struct Timeline: Sendable {
  /// The first day; the habit's start.
  let first: Day
  /// A mark for each day from the first to today.
  private(set) var marks: [Mark]
  /// The chain of the habit's streak.
  private(set) var links: [Streak.Link] = []

  /// What a day was, and whether it was due.
  struct Mark: Hashable, Sendable {
    var state = DayState.free
    var isDue: Bool { state != .free }
  }

  /// What counts as done.
  enum Measure {
    /// Progress that reaches the goal.
    case goal
    /// What the streak mode in force takes for done.
    case streak
  }

  /// The days of a habit as they stand today.
  init(of tracked: TrackedHabit, profile: Profile, today: Day, by measure: Measure) {
    let habit = tracked.habit
    first = habit.start
    marks = Array(repeating: Mark(), count: max(0, habit.start.distance(to: today) + 1))
    guard !marks.isEmpty else { return }
    let facts = DayFacts(tracked, profile, today: today, count: marks.count, by: measure)
    for segment in Segment.all(of: habit, until: today) {
      switch segment.schedule {
      case .quota(let times, _): markQuota(times, segment, habit, profile, facts)
      case .daily, .weekly, .everyDays, .everyWeeks, .monthly:
        markDays(segment, profile.weekStart, facts)
      }
    }
  }

  /// The mark of a day; free outside of the timeline.
  subscript(day: Day) -> Mark {
    let index = first.distance(to: day)
    return marks.indices.contains(index) ? marks[index] : Mark()
  }

  /// The state of a due day by its facts.
  private func state(_ index: Int, _ facts: DayFacts) -> DayState {
    if facts.isDone[index] { return .done }
    if facts.isSkipped[index] { return .skipped }
    return index == marks.count - 1 ? .open : .missed
  }
}

// MARK: Schedules that name days

extension Timeline {
  private mutating func markDays(_ segment: Segment, _ weekStart: Weekday, _ facts: DayFacts) {
    let named = segment.schedule.named(
      in: segment.days,
      anchor: segment.anchor,
      weekStart: weekStart
    )
    let offset = first.distance(to: segment.days.lowerBound)
    for (number, isNamed) in named.enumerated() where isNamed {
      let index = offset + number
      guard index < marks.count, !facts.rests[index] else { continue }
      let state = state(index, facts)
      marks[index].state = state
      switch state {
      case .done: links.append(.kept)
      case .missed: links.append(.broken)
      case .skipped, .open, .free: break
      }
    }
  }
}

// MARK: Quotas

extension Timeline {
  private mutating func markQuota(
    _ times: Int,
    _ segment: Segment,
    _ habit: Habit,
    _ profile: Profile,
    _ facts: DayFacts
  ) {
    var day = segment.days.lowerBound
    while day <= segment.days.upperBound {
      guard
        let whole = segment.schedule.period(
          of: day,
          anchor: segment.anchor,
          weekStart: profile.weekStart
        )
      else { return }
      // A period is cut where the schedule changes and at the habit's end.
      let last = [whole.upperBound, segment.last, habit.end].compactMap(\.self).min() ?? day
      markPeriod(times, day...max(day, last), profile, facts)
      day = whole.upperBound.advanced(by: 1)
    }
  }

  private mutating func markPeriod(
    _ times: Int,
    _ period: ClosedRange<Day>,
    _ profile: Profile,
    _ facts: DayFacts
  ) {
    let length = period.lowerBound.distance(to: period.upperBound) + 1
    let offset = first.distance(to: period.lowerBound)
    let isVacation = (0..<length).map { profile.isVacation(period.lowerBound.advanced(by: $0)) }
    var left = isVacation.count { !$0 }
    let need = min(times, left)
    var (done, isMissed) = (0, false)
    for number in 0..<length where offset + number < marks.count {
      let index = offset + number
      defer { if !isVacation[number] { left -= 1 } }
      guard !facts.rests[index] else { continue }
      let missing = need - done
      guard facts.isDone[index] || (missing > 0 && left <= missing) else { continue }
      let state = state(index, facts)
      marks[index].state = state
      switch state {
      case .done: done += 1
      case .missed: isMissed = true
      case .skipped, .open, .free: break
      }
    }
    if isMissed {
      links.append(.broken)
    } else if need > 0, done >= need {
      links.append(.kept)
    }
  }
}

/// A stretch of days under one schedule.
private struct Segment {
  let schedule: Schedule
  let anchor: Day
  /// The days up to today and the habit's end.
  let days: ClosedRange<Day>
  /// The last day before the schedule changes; nil is never.
  let last: Day?

  static func all(of habit: Habit, until today: Day) -> [Segment] {
    let entries = habit.schedule.entries
    let end = min(habit.end ?? today, today)
    return entries.indices.compactMap { index in
      let next = entries.indices.contains(index + 1) ? entries[index + 1].from : nil
      let last = next?.advanced(by: -1)
      let from = index == 0 ? habit.start : max(habit.start, entries[index].from ?? habit.start)
      let to = min(last ?? end, end)
      guard from <= to else { return nil }
      return Segment(
        schedule: entries[index].value,
        anchor: entries[index].from ?? habit.start,
        days: from...to,
        last: last
      )
    }
  }
}

/// What is known of each day of a habit, as bits.
private struct DayFacts {
  /// Whether nothing is due: a vacation, a pause, after the deletion.
  var rests: [Bool]
  var isDone: [Bool]
  var isSkipped: [Bool]

  init(
    _ tracked: TrackedHabit,
    _ profile: Profile,
    today: Day,
    count: Int,
    by measure: Timeline.Measure
  ) {
    let habit = tracked.habit
    let first = habit.start
    rests = Array(repeating: false, count: count)
    isSkipped = rests
    isDone = rests
    var spans = habit.pauses + profile.vacations
    if let deleted = habit.deleted { spans.append(DaySpan(start: deleted, end: nil)) }
    for span in spans {
      let from = max(0, first.distance(to: span.start))
      let to = min(count - 1, first.distance(to: span.end ?? today))
      for index in from..<max(from, to + 1) { rests[index] = true }
    }
    // An unlogged day of a breaking habit may be a kept one, once it is past.
    if case .breaking(_, .kept) = habit.kind {
      for index in 0..<count - 1 { isDone[index] = true }
    }
    for tally in tracked.tallies {
      let index = first.distance(to: tally.day)
      guard index >= 0, index < count else { continue }
      isSkipped[index] = tally.skip != nil
      isDone[index] = DayFacts.isDone(tally, habit, profile, today, measure)
    }
  }

  private static func isDone(
    _ tally: Tally,
    _ habit: Habit,
    _ profile: Profile,
    _ today: Day,
    _ measure: Timeline.Measure
  ) -> Bool {
    let goal = habit.goal.value(on: tally.day).amount
    switch habit.kind {
    case .formation:
      guard let progress = tally.progress else { return false }
      switch measure {
      case .goal: return progress >= goal
      case .streak:
        return switch profile.streakMode.value(on: tally.day) {
        case .full: progress >= goal
        case .partial: progress >= goal || progress > .zero
        }
      }
    case .breaking(_, let unlogged):
      if let progress = tally.progress { return progress <= goal }
      return unlogged == .kept && tally.skip == nil && tally.day < today
    }
  }
}
