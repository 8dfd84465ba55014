public import HabitCore

/// What an edit changed about one day, for all habits together.
///
/// The records of ``HabitBoard/daysNeeded(toJudge:of:profile:)`` suffice. An edit of today changes no
/// other day; one of an earlier day of a quota may change later days of its period too.
public struct DayChange: Hashable, Sendable {
  /// What the day was.
  public let before: DayVerdict
  /// What the day is now.
  public let after: DayVerdict
  /// The habits that became done, for streaks and awards, in the order of the boards.
  public let becameDone: [HabitID]

  /// Compares a day before and after an edit of facts.
  public init(on day: Day, from before: [HabitBoard], to after: [HabitBoard]) {
    self.before = DayVerdict(on: day, of: before)
    self.after = DayVerdict(on: day, of: after)
    let done = Set(before.filter { $0.counted[day] == .done }.map(\.habit.id))
    self.becameDone = after.filter { $0.counted[day] == .done && !done.contains($0.habit.id) }
      .map(\.habit.id)
  }

  /// The points the day gained, or lost when negative, in XP.
  public var points: Int { after.points - before.points }

  /// Whether there is reason to celebrate: the last open habit of the day became done.
  ///
  /// More progress does not celebrate again; an undo and a second completion do.
  ///
  /// Source: habit-xp(7), POINTS.
  public var isCelebration: Bool { points > 0 && !becameDone.isEmpty }
}

extension Streak {
  /// The greatest milestone the current streak reached since an earlier one, in days or periods.
  ///
  /// An edit of an earlier day may join two streaks and pass several; nil when it passed none.
  ///
  /// Source: habit-xp(7), MILESTONES.
  public func milestone(since before: Streak) -> Int? {
    guard current > before.current else { return nil }
    return (before.current + 1...current).last(where: Rules.isMilestone)
  }
}
