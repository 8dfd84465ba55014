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
  /// - Throws: when the day is in the future or before a habit's start.
  public init(
    _ action: RecordAction,
    of habits: [Habit],
    on day: Day?,
    in context: CommandContext,
    reportsTotals: Bool = false
  ) throws {
    let day = day ?? context.today
    guard day <= context.today else {
      throw Failure(future: day, today: context.today)
    }
    let early = habits.first { day < $0.start }
    if let early {
      throw Failure(
        .usage,
        "\(day) is before \(early.name) starts, \(early.start)",
        hint: "if it began earlier: habit edit \(early.typed) --start \(day)"
      )
    }
    self.habits = habits.onlyOnce
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
