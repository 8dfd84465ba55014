public import HabitCore

/// The definition of a habit as a user types it: by the options of a command, or by the fields of a form.
///
/// What is nil or empty is not typed.
public struct TypedHabit: Sendable {
  public var name: String?
  public var goal: String?
  public var schedule: String?
  public var type: String?
  public var baseline: String?
  public var unlogged: String?
  public var icon: String?
  public var color: Color?
  public var description: String?
  public var tags: [String] = []
  public var reminders: [String] = []
  public var start: Day?
  public var end: Day?
  /// The keys of fields that lose their value first.
  public var cleared: [String] = []

  public init() {}

  /// The changes of a habit; `breaking` is what allows a goal of 0, for a hint.
  public func changes(
    of habit: Habit,
    today: Day,
    breaking: String
  ) throws(Failure) -> HabitFieldChanges {
    var changes = HabitFieldChanges()
    changes.cleared = cleared
    if let name { changes.name = try DefinitionArgument.name(name) }
    if let type { changes.type = try DefinitionArgument.type(type) }
    let current = habit.goal.value(on: today)
    if let typed = goal {
      let isBreaking = (changes.type ?? habit.type) == .breaking
      let limit = DefinitionArgument.limit(in: typed)
      guard limit == nil || isBreaking else {
        throw Failure(
          .usage,
          "\"\(typed)\" is a limit, and \(habit.name) has a goal to reach",
          hint: "to make it a limit: \(breaking)"
        )
      }
      let goal = try DefinitionArgument.goal(limit ?? typed, replacing: current)
      guard goal.amount > .zero || isBreaking else {
        throw Failure(
          .usage,
          "the goal is 0",
          hint: "do more than nothing, or do at most 0: \(breaking)"
        )
      }
      changes.goal = goal
    }
    if let schedule { changes.schedule = try DefinitionArgument.schedule(schedule) }
    let unit = (changes.goal ?? current).unit
    if let baseline { changes.baseline = try RecordArgument.amount(baseline, in: unit) }
    if let unlogged { changes.unlogged = try DefinitionArgument.unlogged(unlogged) }
    changes.icon = icon
    changes.color = color
    changes.description = description
    for tag in tags { changes.tags.append(try DefinitionArgument.tag(tag)) }
    for time in reminders { changes.reminders.append(try DefinitionArgument.time(time)) }
    changes.start = start
    changes.end = end
    return changes
  }

  /// A new habit, which begins today unless another day is typed.
  public func habit(isBreaking: Bool, today: Day, breaking: String) throws -> Habit {
    let name = try DefinitionArgument.name(name ?? "")
    let isBreaking = isBreaking || goal.flatMap(DefinitionArgument.limit) != nil
    var habit = Habit(id: HabitID(naming: name), name: name, start: start ?? today)
    if isBreaking {
      // Who quits something expects silence to be success.
      habit.kind = .breaking(baseline: nil, unlogged: goal == nil ? .kept : .missed)
      if goal == nil { habit.goal = Dated(Goal(amount: .zero, unit: "times")) }
    }
    var typed = self
    typed.name = nil
    typed.type = nil
    let changes = try typed.changes(of: habit, today: habit.start, breaking: breaking)
    return try changes.applied(to: habit, from: habit.start)
  }
}
