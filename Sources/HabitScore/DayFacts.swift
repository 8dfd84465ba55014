import HabitCore

/// The facts of one habit on one day, whether or not it was due.
struct DayFacts: OptionSet {
  let rawValue: UInt8

  /// The goal in force was met.
  static let done = DayFacts(rawValue: 1 << 0)
  /// It counts as done for streaks and awards, by the streak mode in force.
  static let counted = DayFacts(rawValue: 1 << 1)
  /// A formation habit has some progress.
  static let begun = DayFacts(rawValue: 1 << 2)
  /// There is a reason to skip.
  static let skip = DayFacts(rawValue: 1 << 3)
  /// Nothing can be due: a vacation, or the habit is paused or deleted.
  static let inactive = DayFacts(rawValue: 1 << 4)
  /// A breaking habit is over its limit.
  static let exceeded = DayFacts(rawValue: 1 << 5)
  /// Any progress in the period of a sum counts as done, by the streak mode in force.
  static let lenient = DayFacts(rawValue: 1 << 6)

  /// The facts of a total and a skip, with a goal.
  ///
  /// Source: habit-xp(7), DAYS.
  init(progress: Amount?, skip: Skip?, kind: Habit.Kind, goal: Goal, isPast: Bool) {
    self = skip == nil ? [] : .skip
    switch kind {
    case .formation:
      guard let progress else { return }
      if progress >= goal.amount { formUnion([.done, .counted]) }
      if progress > .zero { insert(.begun) }
    case .breaking(_, let unlogged):
      let isKept = unlogged == .kept && isPast && skip == nil
      guard let progress = progress ?? (isKept ? .zero : nil) else { return }
      if progress <= goal.amount { formUnion([.done, .counted]) } else { insert(.exceeded) }
    }
  }

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}
