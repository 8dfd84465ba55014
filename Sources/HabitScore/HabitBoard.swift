public import HabitCore

/// The states of the days of one habit, up to today.
public struct HabitBoard: Sendable {
  public let habit: Habit
  public let today: Day
  public let streak: Streak
  let tracked: TrackedHabit
  let profile: Profile
  /// The states by the goals.
  let shown: Timeline
  /// The states for streaks and awards.
  let counted: Timeline

  /// Computes the states; facts after `today` are ignored.
  public init(of tracked: TrackedHabit, profile: Profile, on today: Day) {
    self.habit = tracked.habit
    self.today = today
    self.tracked = tracked
    self.profile = profile
    guard let line = FactLine(of: tracked, profile: profile, today: today, through: today) else {
      shown = Timeline(from: tracked.habit.start)
      counted = shown
      streak = counted.streak(on: today, inForce: tracked.habit.regime(on: today).rule.streakUnit)
      return
    }
    shown = Timeline(of: line, by: .done)
    counted = line.hasPartialDays ? Timeline(of: line, by: .counted) : shown
    streak = counted.streak(on: today, inForce: tracked.habit.regime(on: today).rule.streakUnit)
  }

  /// The habit's streak at the end of a day.
  public func streak(on day: Day) -> Streak {
    counted.streak(on: day, inForce: habit.regime(on: day).rule.streakUnit)
  }

  public func state(on day: Day) -> DayState { shown[day] }

  /// Whether the habit was due on a day, or done for a quota that could wait.
  public func isDue(on day: Day) -> Bool { shown[day] != .free }

  /// The total of a day; nil when nothing was recorded.
  public func progress(on day: Day) -> Amount? { tracked.tally(on: day).progress }

  public func goal(on day: Day) -> Goal { habit.goal.value(on: day) }

  /// Whether it is in the lists and counts of a day: a deleted one until the day before its deletion, and
  /// never today.
  public func isListed(on day: Day) -> Bool {
    habit.deleted.map { day < min($0, today) } ?? true
  }

  /// The days of a range in whose lists and counts it is, with their states, in order.
  func listedDays(in range: ClosedRange<Day>) -> some Sequence<(day: Day, state: DayState)> {
    shown.days(from: range.lowerBound, to: min(range.upperBound, lastListed))
  }

  /// The last day that can be in lists and counts.
  var lastListed: Day { habit.deleted == nil ? today : today.advanced(by: -1) }

  /// Why nothing can be due on a day, in short: `ended 2026-07-05`; nil while the habit is active.
  public func inactiveInWords(on day: Day) -> String? {
    if let end = habit.end, day > end { return "ended \(end)" }
    if let rest = habit.pauses.first(where: { $0.contains(day) }) {
      return "paused since \(rest.start)"
    }
    return profile.vacations.contains { $0.contains(day) } ? "on vacation" : nil
  }

  /// The last day so far before its end, its deletion, or a pause that is not over.
  public var lastActiveDay: Day {
    let last = min(habit.end ?? today, today)
    let rest = habit.pauses.filter { $0.contains(last) }.map(\.start).min()
    let gone = [rest, habit.deleted].compactMap(\.self).min()
    let eve = gone.map { min(last, $0.advanced(by: -1)) } ?? last
    return eve < habit.start ? last : eve
  }

  /// The last day up to `latest` of the days with which the amount of a day is summed; the day itself if
  /// it is summed with none.
  public func lastSummedDay(with day: Day, through latest: Day) -> Day {
    guard let (_, days) = habit.sum(on: day, weekStart: profile.weekStart) else { return day }
    return max(day, min(days.upperBound, latest, habit.end ?? latest))
  }

  /// The amount above the limit on a day, or in its period so far; nil if it is kept.
  public func excess(on day: Day) -> Amount? {
    guard habit.kind != .formation, let progress = progress(on: day) else { return nil }
    let over = sum(on: day).map { $0.total - $0.need } ?? progress - goal(on: day).amount
    return over > .zero ? over : nil
  }

  /// The days whose records decide the state of a day: for a quota or a sum, its period so far; for a
  /// schedule after the last time all, since a record can move each day that comes after it.
  public static func daysNeeded(
    toJudge day: Day,
    of habit: Habit,
    profile: Profile
  ) -> ClosedRange<Day> {
    if case .after = habit.schedule.value(on: day) { return min(habit.start, day)...day }
    let weekStart = profile.weekStart
    let period =
      habit.sum(on: day, weekStart: weekStart)?.days
      ?? habit.quota(on: day, weekStart: weekStart)?.days
    return (period?.lowerBound ?? day)...day
  }
}

extension [HabitBoard] {
  public subscript(id: HabitID) -> HabitBoard? { first { $0.habit.id == id } }

  public var byID: [HabitID: HabitBoard] {
    Dictionary(map { ($0.habit.id, $0) }) { first, _ in first }
  }
}
