public import HabitCore
internal import HabitFiles

/// The fields of a habit that get another value; nil and empty ones stay as they are.
public struct HabitFieldChanges: Sendable {
  /// The keys of fields that lose their value first.
  public var cleared: [String] = []
  /// The name; the old one stays an alias.
  public var name: Name?
  public var start: Day?
  public var end: Day?
  /// The goal from a day on.
  public var goal: Goal?
  /// The schedule from a day on.
  public var schedule: Schedule?
  /// The day from which on the schedule holds; nil where it is that of the other fields.
  public var scheduleFrom: Day?
  public var type: Habit.Kind.Name?
  public var baseline: Amount?
  public var unlogged: Habit.Unlogged?
  public var icon: String?
  public var color: Color?
  public var description: String?
  /// Tags that are added.
  public var tags: [String] = []
  /// Reminders that are added.
  public var reminders: [TimeOfDay] = []

  public init() {}

  public func applied(to habit: Habit, from day: Day) throws(Failure) -> Habit {
    let empty = Habit(id: habit.id, name: habit.name, start: habit.start)
    var habit = habit
    for field in Habit.fields where cleared.contains(field.key) { field.copy(empty, &habit) }
    if let name { habit = habit.renamed(name) }
    if let start { habit.start = start }
    if let end { habit.end = end }
    if let goal { habit = habit.aiming(at: goal, from: day) }
    if let schedule {
      let goal = habit.goal.value(on: day)
      guard !goal.isSum || schedule == .daily else {
        throw Failure(
          .usage,
          "\(goal) is counted over the whole \(goal.per.rawValue), on whatever days",
          hint: "leave --schedule out, or say how much a day"
        )
      }
      habit = habit.rescheduled(schedule, from: scheduleFrom ?? day)
    }
    if let type { habit.type = type }
    let current = habit.schedule.value(on: max(scheduleFrom ?? day, habit.start))
    if habit.isBreaking, current.isAfter {
      throw Failure(
        .usage,
        "\"\(current)\" is not for a limit, which has no last time",
        hint: "say --schedule \"every day\""
      )
    }
    guard habit.isBreaking || baseline == nil && unlogged == nil else {
      throw Failure(
        .usage,
        "a baseline and the meaning of unlogged days are for a breaking habit",
        hint: "say --type breaking too"
      )
    }
    if let baseline { habit.baseline = baseline }
    if let unlogged { habit.unlogged = unlogged }
    if let icon { habit.icon = icon }
    if let color { habit.color = color }
    if let description { habit.description = description }
    habit.tags += tags.filter { !habit.tags.contains($0) }
    habit.reminders = Set(habit.reminders + reminders).sorted()
    return habit
  }
}
