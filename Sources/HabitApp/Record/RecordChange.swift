public import HabitCore
public import HabitFiles

/// A change of one habit's record of one day.
public struct RecordChange: Sendable {
  public let habit: Habit
  public let day: Day
  public let before: Record
  public let after: Record
  /// The edit of the year file; nil when nothing changes.
  public let edit: Edit?

  init(of habit: Habit, on day: Day, by action: RecordAction, in context: CommandContext) throws {
    let document = try context.yearDocument(of: habit, year: day.year)
    before = document.record(on: day)
    after = try action.applied(to: document, of: habit, on: day, in: context)
    edit = after == before ? nil : try document.replacing(on: day, with: after).edit
    self.habit = habit
    self.day = day
  }

  /// The total and the goal, as a commit message says them: `5/8`; of a sum, the total of the day.
  var total: String {
    let (goal, progress) = (habit.goal.value(on: day), after.progress ?? .zero)
    return goal.isSum ? "\(progress)" : "\(progress)/\(goal.amount)"
  }
}
