public import HabitCore

/// The fields of a habit that get another value; nil and empty ones stay as they are.
public struct HabitFieldChanges: Sendable {
  /// Fields that lose their value first.
  public var cleared: [ClearableField] = []
  /// The name; the old one stays an alias.
  public var name: Name?
  /// The first day.
  public var start: Day?
  /// The last day.
  public var end: Day?
  /// How much, from a day on.
  public var goal: Goal?
  /// When, from a day on.
  public var schedule: Schedule?
  /// Whether it is to be done less of.
  public var isBreaking: Bool?
  /// The amount that a breaking habit starts from.
  public var baseline: Amount?
  /// What a past day without a record of a breaking habit is.
  public var unlogged: Habit.Unlogged?
  /// One emoji.
  public var icon: String?
  /// The colour.
  public var color: Color?
  /// A sentence about it.
  public var description: String?
  /// Tags that are added.
  public var tags: [String] = []
  /// Times to remind that are added.
  public var reminders: [TimeOfDay] = []

  /// No change.
  public init() {}

  /// A field that need not have a value.
  public enum ClearableField: String, CaseIterable, Sendable {
    /// The name of the field in `habit.json`.
    case icon, color, description, tags, baseline, end, reminders
  }

  /// The habit with these values.
  func applied(to habit: Habit, from day: Day) throws(DefineError) -> Habit {
    var habit = habit
    for field in cleared { clear(field, of: &habit) }
    if let name { habit = habit.renamed(name) }
    if let start { habit.start = start }
    if let end { habit.end = end }
    if let goal { habit = habit.aiming(at: goal, from: day) }
    if let schedule {
      let goal = habit.goal.value(on: day)
      guard !goal.isSum || schedule == .daily else { throw .summed(goal) }
      habit = habit.rescheduled(schedule, from: day)
    }
    habit.kind = try kind(of: habit)
    if let icon { habit.icon = icon }
    if let color { habit.color = color }
    if let description { habit.description = description }
    habit.tags += tags.filter { !habit.tags.contains($0) }
    habit.reminders = Set(habit.reminders + reminders).sorted()
    return habit
  }

  private func clear(_ field: ClearableField, of habit: inout Habit) {
    switch field {
    case .icon: habit.icon = nil
    case .color: habit.color = nil
    case .description: habit.description = nil
    case .tags: habit.tags = []
    case .end: habit.end = nil
    case .reminders: habit.reminders = []
    case .baseline:
      if case .breaking(_, let unlogged) = habit.kind {
        habit.kind = .breaking(baseline: nil, unlogged: unlogged)
      }
    }
  }

  private func kind(of habit: Habit) throws(DefineError) -> Habit.Kind {
    var (amount, meaning) = (Amount?.none, Habit.Unlogged.missed)
    var isBreaking = isBreaking ?? false
    if case .breaking(let baseline, let unlogged) = habit.kind, self.isBreaking != false {
      (amount, meaning, isBreaking) = (baseline, unlogged, true)
    }
    guard isBreaking else {
      guard baseline == nil, unlogged == nil else {
        throw .notBreaking(hasUnlogged: unlogged != nil)
      }
      return .formation
    }
    return .breaking(baseline: baseline ?? amount, unlogged: unlogged ?? meaning)
  }
}
