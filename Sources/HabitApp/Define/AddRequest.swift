public import HabitCore
internal import HabitFiles

/// Defines a habit.
public struct AddRequest: ChangeRequest {
  /// The habit.
  public let habit: Habit

  /// A request to define a habit.
  ///
  /// - Parameters:
  ///   - habit: The habit.
  ///   - context: Whose habit it becomes.
  /// - Throws: `.define(.invalid)` when its definition would not read back without a problem: one table
  ///   of limits serves files and commands.
  public init(_ habit: Habit, in context: CommandContext) throws {
    do throws(FileProblems) {
      let document = HabitDocument(new: habit, of: context.user)
      self.habit =
        try document.edit.map { (edit) throws(FileProblems) in
          try HabitDocument(context.user, habit.id, bytes: edit.after).habit
        } ?? habit
    } catch {
      guard let problem = error.problems.first(where: \.isError) else {
        throw error
      }
      throw DefineError.invalid(problem)
    }
  }

  /// What a new habit does.
  public struct Outcome: Sendable {
    /// How many habits there are then.
    public let count: Int
    /// What its days do to points and streaks, where it begins in the past.
    public let scores: ScoreChange
  }

  /// The new definition.
  public func plan(in context: CommandContext) throws -> ChangePlan<Outcome> {
    let reading = context.read(.definitions)
    try checkIsNew(reading)
    let count = reading.tracker.habits.count { $0.habit.deleted == nil } + 1
    return ChangePlan(
      edits: [HabitDocument(new: habit, of: context.user).edit].compactMap(\.self),
      subject: "add \(habit.id): \(habit.goal.value(on: habit.start)), "
        + "\(habit.schedule.value(on: habit.start))"
    ) { [habit] context in
      let before = context.read(.everything).tracker
      let after = before.replacing(TrackedHabit(habit, tallies: []))
      return Outcome(
        count: count,
        scores: ScoreChange(from: before, to: after, on: context.today)
      )
    }
  }

  private func checkIsNew(_ reading: Reading) throws(DefineError) {
    try reading.checkIsFree(habit.name, for: habit.id)
    let other = reading.tracker.habits.map(\.habit).first { $0.id == habit.id }
    guard other != nil || reading.broken.contains(habit.id) else { return }
    throw other?.deleted != nil ? .idOfDeleted(habit.id) : .idTaken(habit.id)
  }
}
