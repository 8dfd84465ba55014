public import HabitCore

/// How long a habit can wait, or how late it is, by a schedule that counts from the last time.
///
/// Source: habit-xp(7), AFTER THE LAST TIME.
public struct Wait: Hashable, Sendable {
  /// The last day before this one on which it was done, skipped or missed; nil without one.
  public let lastTime: Day?
  public let isSkip: Bool
  /// The day on which it is due, or due again.
  public let due: Day
  /// The first day of this schedule that was missed since it was last done or skipped.
  public let missed: Day?
}

extension HabitBoard {
  /// How long the habit can wait on a day, as of the morning; nil on a day on which the habit is not
  /// active, or its schedule is another one.
  public func wait(on day: Day) -> Wait? {
    guard habit.schedule.value(on: day).isAfter, isActive(on: day),
      let regime = habit.regimes(in: habit.start...day).last,
      case .after(let interval)? = regime.schedule?.value
    else { return nil }
    let since = regime.days.lowerBound
    var (lastTime, missed): (Day?, Day?) = (nil, nil)
    let first = habit.start.number
    for earlier in (first..<max(first, day.number)).lazy.reversed().map(Day.init(number:)) {
      let isOurs = since <= earlier
      if isReached(on: earlier) || isOurs && shown[earlier] == .skipped {
        lastTime = lastTime ?? earlier
        break
      }
      if isOurs, shown[earlier] == .missed { (lastTime, missed) = (lastTime ?? earlier, earlier) }
      if !isOurs, lastTime != nil { break }
    }
    return Wait(
      lastTime: lastTime,
      isSkip: lastTime.map { shown[$0] == .skipped } ?? false,
      due: max(day, lastTime.map(interval.end) ?? day),
      missed: missed
    )
  }

  /// Whether the goal of a day was reached, due or not.
  private func isReached(on day: Day) -> Bool {
    guard shown[day] != .done else { return true }
    let goal = goal(on: day)
    return !goal.isSum && progress(on: day).map { $0 >= goal.amount } ?? false
  }
}

extension Timeline {
  /// Judges the days of a schedule that counts from the last time.
  ///
  /// Source: habit-xp(7), AFTER THE LAST TIME.
  mutating func judgeTimes(
    _ interval: Schedule.Interval,
    on days: ClosedRange<Day>,
    _ line: FactLine,
    _ measure: DayFacts,
    _ unit: Streak.Unit
  ) {
    // A stretch may begin behind the habit's end.
    let lower = min(line.index(of: days.lowerBound), line.facts.count)
    let indices = lower..<max(lower, min(line.index(of: days.upperBound) + 1, line.facts.count))
    // The last time: a day on which it was done, under any schedule, skipped or missed.
    var last = (0..<indices.lowerBound).last {
      line.facts[$0].contains(measure) || states[$0] == .done
    }
    var due = last.map { self.due(interval, since: $0) } ?? 0
    for index in indices {
      let facts = line.facts[index]
      let isDone = facts.contains(measure)
      if facts.contains(.inactive) {
        guard isDone else { continue }
      } else {
        guard index >= due || isDone || facts.contains(.skip) else { continue }
        link(index, of: judgeDueDay(index, line, measure), unit)
      }
      last = index
      due = self.due(interval, since: index)
    }
  }

  /// The index of the day on which an interval since a day is over.
  private func due(_ interval: Schedule.Interval, since index: Int) -> Int {
    first.distance(to: interval.end(since: first.advanced(by: index)))
  }
}
