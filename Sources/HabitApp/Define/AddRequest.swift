public import HabitCore
internal import HabitFiles

/// Defines a habit.
public struct AddRequest: ChangeRequest {
  public let habit: Habit

  /// A request to define a habit.
  ///
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
    public let count: Int
    /// What its days do to points and streaks, where it begins in the past.
    public let scores: ScoreChange
  }

  /// The new definition.
  public func plan(in context: CommandContext) throws -> ChangePlan<Outcome> {
    let reading = context.read(.definitions)
    let document = HabitDocument(new: habit, of: context.user)
    let edit = try isUndone(reading) ? edit(in: context) : document.edit
    let count = reading.tracker.habits.count { $0.habit.deleted == nil } + 1
    return ChangePlan(
      edits: [edit].compactMap(\.self),
      subject: "add \(habit.inSubject): \(habit.goal.value(on: habit.start)), "
        + "\(habit.schedule.value(on: habit.start))"
    ) { [habit] context in
      let before = context.read(.everything).tracker
      let tallies = before[habit.id]?.tallies ?? []
      let after = before.replacing(TrackedHabit(habit, tallies: tallies))
      return Outcome(count: count, scores: ScoreChange(from: before, to: after, on: context.today))
    }
  }

  /// Whether a habit of this id is there of which only its undone addition is left.
  private func isUndone(_ reading: Reading) throws(DefineError) -> Bool {
    try reading.checkIsFree(habit.name, for: habit.id)
    let other = reading.tracker.habits.map(\.habit).first { $0.id == habit.id }
    guard other != nil || reading.broken.contains(habit.id) else { return false }
    guard let other, let deleted = other.deleted else { throw .idTaken(habit.id) }
    guard deleted <= other.start else { throw .idOfDeleted(habit.id) }
    return true
  }

  /// The change of the definition that is there.
  private func edit(in context: CommandContext) throws -> Edit? {
    let path = Layout.habit(context.user, habit.id).path
    let bytes = try context.tree.existing(path) ?? []
    return try HabitDocument(context.user, habit.id, bytes: bytes)
      .changed(to: habit, stamp: context.stamp).edit
  }
}
