public import HabitCore
internal import HabitFiles

/// Records the same of some habits on a day, in one commit.
public struct RecordRequest: ChangeRequest {
  /// The habits, each once.
  public let habits: [Habit]
  public let day: Day
  public let action: RecordAction
  /// Whether the totals of all habits are reported in any case, which takes every file.
  private let reportsTotals: Bool

  /// A request to record; today without a day.
  ///
  /// - Throws: when a habit is not found, or the day is in the future or before a habit's start.
  public init(
    _ action: RecordAction,
    of names: [String],
    on day: Day?,
    in context: CommandContext,
    reportsTotals: Bool = false
  ) throws {
    let day = day ?? context.today
    guard day <= context.today else {
      throw RecordError.futureDay(day, today: context.today)
    }
    let lookup = HabitLookup(context.read(.definitions), on: context.today)
    var habits: [Habit] = []
    for name in names {
      let habit = try lookup.habit(name)
      guard !habits.contains(where: { $0.id == habit.id }) else { continue }
      guard day >= habit.start else { throw RecordError.beforeStart(day, habit) }
      habits.append(habit)
    }
    self.habits = habits
    self.day = day
    self.action = action
    self.reportsTotals = reportsTotals
  }

  /// The edits of the year files, and what they do to scores.
  public func plan(in context: CommandContext) throws -> ChangePlan<RecordOutcome> {
    var changes: [RecordChange] = []
    for habit in habits {
      changes.append(try RecordChange(of: habit, on: day, by: action, in: context))
    }
    let (made, day, reportsTotals) = (changes, day, reportsTotals)
    return ChangePlan(edits: changes.compactMap(\.edit), subject: subject(changes)) { context in
      RecordOutcome(made, in: context, on: day, reportsTotals: reportsTotals)
    }
  }

  /// `log drink-water +2 (5/8) 2026-03-01`.
  private func subject(_ changes: [RecordChange]) -> String {
    let (verb, amount) = action.subject
    let what = changes.filter { $0.edit != nil }.map { change in
      "\(change.habit.inSubject)\(amount.map { " \($0)" } ?? "") (\(change.total))"
    }
    return "\(verb) \(what.joined(separator: ", ")) \(day)"
  }
}
