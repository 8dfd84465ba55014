public import HabitCore
internal import HabitFiles

/// Defines a habit.
public struct AddRequest: ChangeRequest {
  private let habit: Habit

  /// A request to define a habit.
  ///
  /// - Throws: when its definition would not read back without a problem: one table
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
      throw Failure(.usage, problem.message, hint: problem.hint)
    }
  }

  /// What a new habit does.
  public struct Outcome: Sendable {
    /// The habit with the id that it got.
    public let habit: Habit
    /// The habit of another name that has the id that this name would have; nil when it was free.
    public let other: Habit?
    public let count: Int
    /// What its days do to points and streaks, where it begins in the past.
    public let scores: ScoreChange
  }

  /// The new definition.
  public func plan(in context: CommandContext) throws -> ChangePlan<Outcome> {
    let reading = context.read(.definitions)
    try reading.checkIsFree(habit.name, for: nil)
    let (id, isUndone) = try freeID(in: reading)
    let habit = habit.having(id: id)
    let edit =
      try isUndone
      ? edit(to: habit, in: context) : HabitDocument(new: habit, of: context.user).edit
    let habits = reading.tracker.habits.map(\.habit)
    let other = id == self.habit.id ? nil : habits.first { $0.id == self.habit.id }
    let count = habits.count { $0.deleted == nil } + 1
    return ChangePlan(
      edits: [edit].compactMap(\.self),
      subject: "add \(habit.inSubject): \(habit.goal.value(on: habit.start)), "
        + "\(habit.schedule.value(on: habit.start))"
    ) { context in
      let before = context.read(.everything).tracker
      let tallies = before[id]?.tallies ?? []
      let after = before.replacing(TrackedHabit(habit, tallies: tallies))
      return Outcome(
        habit: habit,
        other: other,
        count: count,
        scores: ScoreChange(from: before, to: after, on: context.today)
      )
    }
  }

  /// The id that the name gets, and whether a habit has it of which only its undone addition is left.
  ///
  /// An id that another name has is followed by a hash of the name and that habit's start, so that two
  /// devices agree.
  private func freeID(in reading: Reading) throws(Failure) -> (HabitID, isUndone: Bool) {
    let habits = reading.tracker.habits.map(\.habit)
    let deleted = habits.first {
      $0.name.folded == habit.name.folded && !$0.isAdditionUndone && $0.deleted != nil
    }
    if let deleted {
      let other = "\(deleted.name.text.prefix(Name.longest - 4)) old".shellQuoted
      throw Failure(
        .cannotCreate,
        "\"\(deleted.name)\" is the name of a deleted habit, \(deleted.id)",
        hint: "bring it back with: habit restore \(deleted.id); "
          + "or give it another name: habit edit \(deleted.typed) --name \(other)"
      )
    }
    var id = habit.id
    var tried: Set<HabitID> = []
    while true {
      guard !reading.broken.contains(id) else {
        throw Failure(
          .cannotCreate,
          "there is already a habit \"\(id)\"",
          hint: "look at it with: habit show \(id)"
        )
      }
      guard let holder = habits.first(where: { $0.id == id }) else { return (id, false) }
      if holder.name.folded == habit.name.folded { return (id, true) }
      let base = tried.insert(habit.id).inserted ? habit.id : id
      id = base.besides(start: holder.start, for: habit.name)
    }
  }

  /// The change of the definition that is there.
  private func edit(to habit: Habit, in context: CommandContext) throws -> Edit? {
    let path = Layout.habit(context.user, habit.id).path
    let bytes = try context.tree.existing(path) ?? []
    return try HabitDocument(context.user, habit.id, bytes: bytes)
      .changed(to: habit, stamp: context.stamp).edit
  }
}

extension Habit {
  /// Whether it was taken back as a whole: it is deleted from its start.
  fileprivate var isAdditionUndone: Bool { deleted.map { $0 <= start } ?? false }
}
