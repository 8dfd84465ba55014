public import HabitApp
public import HabitCore
internal import HabitScore

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
    let rule = goal.isSum ? "\(goal)" : "\(goal), \(schedule)"
    return ["\(name) (\(habit.id)): \(rule), from \(habit.start)"]
      + [share, effect].compactMap(\.self)
  }

  /// What a period that is not over asks for, where that is only a share: `this week: 4 km`.
  private var share: String? {
    guard let board = scores.after.habits.first(where: { $0.habit.id == habit.id }) else {
      return nil
    }
    func text(_ period: ClosedRange<Day>, _ span: String, _ need: String) -> String? {
      guard period.upperBound >= board.today else { return nil }
      let word = period.contains(board.today) ? "this" : "the first"
      return "\(word) \(span): \(habit.isBreaking ? "at most " : "")\(need)"
    }
    if let sum = board.sum(on: habit.start) {
      return sum.need == sum.goal.amount
        ? nil : text(sum.period, goal.per.rawValue, goal.spelled(sum.need))
    }
    guard let quota = board.quota(on: habit.start), case .quota(let times, let period) = schedule,
      quota.need < times
    else { return nil }
    let span = period == .week ? "week" : period == .month ? "month" : "period"
    return text(quota.period, span, counted(quota.need, "time"))
  }

  /// The habit, and the effect.
  public static let shape = Shape<AddScreen>.object([
    .named { $0.habit }, .goal { $0.goal }, .schedule { $0.schedule },
    Member("start", .date, "The first day.") { $0.habit.start }, .effect { $0.scores },
  ])
}
