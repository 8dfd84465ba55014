public import HabitApp
public import HabitCore

/// A habit that was defined.
public struct AddScreen: Screen {
  private let habit: Habit
  private let scores: ScoreChange
  private let isWarned: Bool

  /// A new habit.
  ///
  /// - Parameters:
  ///   - habit: The habit.
  ///   - scores: What it does to points and streaks.
  ///   - isWarned: Whether the user was told so before.
  public init(_ habit: Habit, scores: ScoreChange, isWarned: Bool) {
    self.habit = habit
    self.scores = scores
    self.isWarned = isWarned
  }

  private var goal: Goal { habit.goal.value(on: habit.start) }
  private var schedule: Schedule { habit.schedule.value(on: habit.start) }

  /// The habit, then points and streaks.
  public var lines: [String] {
    let name = habit.name.text.terminalSafe
    let effect = isWarned ? nil : scores.text?.terminalSafe
    return ["\(name) (\(habit.id)): \(goal), \(schedule), from \(habit.start)"]
      + [effect].compactMap(\.self)
  }

  /// The habit, and the effect.
  public static let shape = Shape<AddScreen>.object([
    .named { $0.habit }, .goal { $0.goal }, .schedule { $0.schedule },
    Member("start", .date, "The first day.") { $0.habit.start }, .effect { $0.scores },
  ])
}
