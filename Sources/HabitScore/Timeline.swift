import HabitCore

/// What every day of one habit was, from its start to its end or today, and the chain of its streak.
struct Timeline: Sendable {
  /// The first day; the habit's start.
  let first: Day
  var states: [DayState]
  /// The chain of the habit's streak: each link, the days that it stands for, and the one that decided it.
  private var links: [(decided: Day, days: ClosedRange<Day>, link: Streak.Link)] = []
  /// The sum and what it should have been, of the days that decided the period of a sum.
  var sums: [Int: (total: Amount, need: Amount)] = [:]

  /// The timeline of a habit that has no day yet.
  init(from first: Day) {
    self.first = first
    self.states = []
  }

  /// What the facts of a habit come to; `measure` is the fact that makes a day done.
  init(of line: FactLine, by measure: DayFacts) {
    self.first = line.days.lowerBound
    self.states = Array(repeating: .free, count: line.facts.count)
    for regime in line.habit.regimes(in: first...line.horizon) {
      let unit = regime.rule.streakUnit
      switch regime.rule {
      case .sum(let goal):
        judgeSums(of: goal, under: regime, line, measure)
      case .schedule(let entry):
        if let named = line.named(by: entry, in: regime.days) {
          let first = line.index(of: regime.days.lowerBound)
          judgeNamedDays(named, from: first, line, measure, unit)
        } else if case .quota(let times, _) = entry.value {
          judgePeriods(of: entry, under: regime, times: times, line, measure)
        } else if case .after(let interval) = entry.value {
          judgeTimes(interval, on: regime.days, line, measure, unit)
        }
      }
    }
  }

  /// What a day was; free outside of the timeline.
  subscript(day: Day) -> DayState {
    let index = first.distance(to: day)
    return states.indices.contains(index) ? states[index] : .free
  }

  /// The habit's streak as it was at the end of a day; a streak of 0 has the unit that is in force.
  func streak(on day: Day, inForce unit: Streak.Unit) -> Streak {
    Streak(of: links.lazy.prefix { $0.decided <= day }.map(\.link), inForce: unit)
  }

  func runs(in range: ClosedRange<Day>) -> [Run] {
    Run.all(of: links.lazy.filter { range.contains($0.days.upperBound) }.map { ($0.days, $0.link) })
  }

  /// Notes that a day decided a link of the streak: itself, or the period with some days.
  mutating func link(_ index: Int, _ link: Streak.Link, of days: ClosedRange<Day>? = nil) {
    let day = first.advanced(by: index)
    links.append((day, days ?? day...day, link))
  }

  /// Notes what the state of a day, or of the day that decides a period, is for the streak.
  mutating func link(
    _ index: Int,
    of state: DayState,
    _ unit: Streak.Unit,
    _ days: ClosedRange<Day>? = nil
  ) {
    switch state {
    case .done: link(index, .kept(unit), of: days)
    case .missed: link(index, .broken, of: days)
    case .skipped, .open, .free: break
    }
  }

  /// The sum that a day decided, and what it should have been; nil for days of another kind.
  func sum(on day: Day) -> (total: Amount, need: Amount)? { sums[first.distance(to: day)] }

  /// Gives a due day its state: done and a passed limit go before skipped, and today is open.
  ///
  /// Source: habit-xp(7), DAYS.
  mutating func judgeDueDay(
    _ index: Int,
    _ line: FactLine,
    _ measure: DayFacts
  ) -> DayState {
    let facts = line.facts[index]
    let state: DayState =
      facts.contains(measure)
      ? .done
      : facts.contains(.exceeded)
        ? .missed : facts.contains(.skip) ? .skipped : index >= line.today ? .open : .missed
    states[index] = state
    return state
  }
}

// MARK: Schedules that name days

extension Timeline {
  /// Judges named days: all on which the habit is active are due, and each is a link of the streak.
  ///
  /// Source: habit-xp(7), DAYS and STREAKS.
  private mutating func judgeNamedDays(
    _ named: [Bool],
    from first: Int,
    _ line: FactLine,
    _ measure: DayFacts,
    _ unit: Streak.Unit
  ) {
    // The stretch may reach beyond the habit's end.
    for (index, isNamed) in zip(first..<max(first, line.facts.count), named)
    where isNamed && !line.facts[index].contains(.inactive) {
      link(index, of: judgeDueDay(index, line, measure), unit)
    }
  }
}

// MARK: Quotas

extension Timeline {
  /// Judges the periods of a quota, cut to the stretch of days it is in force.
  private mutating func judgePeriods(
    of schedule: Dated<Schedule>.Entry,
    under regime: Regime,
    times: Int,
    _ line: FactLine,
    _ measure: DayFacts
  ) {
    var day = regime.days.lowerBound
    while day <= regime.days.upperBound {
      let whole = schedule.value.period(
        of: day,
        anchor: schedule.from ?? line.habit.start,
        weekStart: line.weekStart
      )
      guard let whole else { return }
      let days = line.days(of: whole, from: day, under: regime)
      judgePeriod(Quota(times: times, in: whole), on: days, line, measure, regime.rule.streakUnit)
      day = days.upperBound.advanced(by: 1)
    }
  }

  /// Judges one period: due is a day that can wait no longer, and one that was done while some were
  /// missing; the days after the last that was missing are free.
  ///
  /// Source: habit-xp(7), QUOTAS.
  private mutating func judgePeriod(
    _ quota: Quota,
    on days: ClosedRange<Day>,
    _ line: FactLine,
    _ measure: DayFacts,
    _ unit: Streak.Unit
  ) {
    var (active, done) = (0, 0)
    var decided = false
    for index in line.indices(of: days.lowerBound...min(days.upperBound, line.horizon)) {
      let day = line.days.lowerBound.advanced(by: index)
      let facts = line.facts.indices.contains(index) ? line.facts[index] : .inactive
      if !facts.contains(.inactive) {
        active += 1
        let missing = quota.need(on: day, activeDays: active) - done
        if missing > 0, quota.daysLeft(on: day) <= missing || facts.contains(measure) {
          let state = judgeDueDay(index, line, measure)
          if state == .done { done += 1 }
          if state == .missed, !decided {
            link(index, .broken, of: days)
            decided = true
          }
        }
      }
      // What is needed falls on days off too.
      if !decided, done > 0, done >= quota.need(on: day, activeDays: active) {
        link(index, .kept(unit), of: days)
        decided = true
      }
    }
  }
}
