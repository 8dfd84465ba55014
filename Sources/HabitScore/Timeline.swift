import HabitCore

/// What every day of one habit was, from its start to its end or today, and the chain of its streak.
struct Timeline: Sendable {
  /// The first day; the habit's start.
  let first: Day
  /// What each day was.
  private(set) var states: [DayState]
  /// The chain of the habit's streak.
  private(set) var links: [Streak.Link] = []

  /// The timeline of a habit that has no day yet.
  init(from first: Day) {
    self.first = first
    self.states = []
  }

  /// What the facts of a habit come to; `measure` is the fact that makes a day done.
  init(of line: FactLine, by measure: DayFacts) {
    self.first = line.days.lowerBound
    self.states = Array(repeating: .free, count: line.judged)
    for stretch in line.habit.schedule.stretches(in: line.days) {
      switch stretch.entry.value {
      case .daily, .weekly, .everyDays, .everyWeeks, .monthly:
        judgeNamedDays(of: stretch, line, measure)
      case .quota(let times, _):
        judgePeriods(of: stretch, times: times, line, measure)
      }
    }
  }

  /// What a day was; free outside of the timeline.
  subscript(day: Day) -> DayState {
    let index = first.distance(to: day)
    return states.indices.contains(index) ? states[index] : .free
  }

  /// Gives a due day its state: done goes before skipped, and today is open.
  ///
  /// Source: habit-xp(7), DAYS.
  private mutating func judgeDueDay(
    _ index: Int,
    _ line: FactLine,
    _ measure: DayFacts
  ) -> DayState {
    let facts = line.facts[index]
    let state: DayState =
      facts.contains(measure)
      ? .done : facts.contains(.skip) ? .skipped : index == line.today ? .open : .missed
    states[index] = state
    return state
  }
}

// MARK: Schedules that name days

extension Timeline {
  /// Judges named days: all without vacation or rest are due, and each is a link of the streak.
  ///
  /// Source: habit-xp(7), DAYS and STREAKS.
  private mutating func judgeNamedDays(
    of stretch: Dated<Schedule>.Stretch,
    _ line: FactLine,
    _ measure: DayFacts
  ) {
    let named = stretch.entry.value.named(
      in: stretch.days,
      anchor: stretch.entry.from ?? line.habit.start,
      weekStart: line.weekStart
    )
    let first = line.index(of: stretch.days.lowerBound)
    for index in first..<min(first + named.count, line.judged)
    where named[index - first] && line.facts[index].isDisjoint(with: [.vacation, .rest]) {
      switch judgeDueDay(index, line, measure) {
      case .done: links.append(.kept)
      case .missed: links.append(.broken)
      case .skipped, .open, .free: break
      }
    }
  }
}

// MARK: Quotas

extension Timeline {
  /// Judges the periods of a quota, cut to the stretch of days it is in force.
  private mutating func judgePeriods(
    of stretch: Dated<Schedule>.Stretch,
    times: Int,
    _ line: FactLine,
    _ measure: DayFacts
  ) {
    var day = stretch.days.lowerBound
    while day <= stretch.days.upperBound {
      let whole = stretch.entry.value.period(
        of: day,
        anchor: stretch.entry.from ?? line.habit.start,
        weekStart: line.weekStart
      )
      let last = min(whole?.upperBound ?? day, stretch.days.upperBound)
      judgePeriod(line.indices(of: day...last), times: times, line, measure)
      day = last.advanced(by: 1)
    }
  }

  /// Judges one period: due is a day that can wait no longer, and any day that was done.
  ///
  /// Source: habit-xp(7), QUOTAS.
  private mutating func judgePeriod(
    _ period: ClosedRange<Int>,
    times: Int,
    _ line: FactLine,
    _ measure: DayFacts
  ) {
    var daysLeft = 0
    for index in period where !line.facts[index].contains(.vacation) { daysLeft += 1 }
    let need = min(times, daysLeft)
    var done = 0
    var isMissed = false
    for index in period where index < line.judged && !line.facts[index].contains(.vacation) {
      let missing = need - done
      let canWait = missing <= 0 || daysLeft > missing
      daysLeft -= 1
      guard !line.facts[index].contains(.rest),
        !canWait || line.facts[index].contains(measure)
      else { continue }
      switch judgeDueDay(index, line, measure) {
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
