public import HabitCore

/// The effect of an edit on one day, for all habits together.
///
/// The records of ``HabitBoard/daysNeeded(toJudge:of:profile:)`` suffice. An edit of an earlier day of
/// a quota may also change later days of its period.
public struct DayChange: Hashable, Sendable {
  public let before: DayVerdict
  public let after: DayVerdict
  /// The habits that became done, for streaks and awards, in the order of the boards.
  public let becameDone: [HabitID]

  public init(on day: Day, from before: [HabitBoard], to after: [HabitBoard]) {
    self.before = DayVerdict(on: day, of: before)
    self.after = DayVerdict(on: day, of: after)
    let done = Set(before.filter { $0.counted[day] == .done }.map(\.habit.id))
    self.becameDone = after.filter { $0.counted[day] == .done && !done.contains($0.habit.id) }
      .map(\.habit.id)
  }

  /// The points that the day gained, in XP; negative if it lost points.
  public var points: Int { after.points - before.points }

  /// Whether the last open habit of the day became done.
  ///
  /// Source: habit-xp(7), POINTS.
  public var isCelebration: Bool { points > 0 && !becameDone.isEmpty }
}

extension Streak {
  /// The largest milestone that the current streak has reached since `before`; nil if none.
  ///
  /// An edit of an earlier day may join two streaks and pass several milestones.
  ///
  /// Source: habit-xp(7), MILESTONES.
  public func milestone(since before: Streak) -> Int? {
    guard current > before.current else { return nil }
    return (before.current + 1...current).last(where: Rules.isMilestone)
  }
}
