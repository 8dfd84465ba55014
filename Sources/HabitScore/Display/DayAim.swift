public import HabitCore

/// How far a habit is on a day, as screens show it: of a sum, how far its period is.
public struct DayAim: Sendable {
  /// What there is.
  public let progress: Amount
  /// What there is to be, or at most.
  public let amount: Amount
  /// What is counted: `km`.
  public let unit: String
  /// When it is counted, ` this week`; empty when on the day.
  public let span: String
  /// Whether no day by itself is due: a sum, or any time.
  public let isLoose: Bool

  /// How far a habit is on a day, as it is said today, or on another day.
  public init(_ board: HabitBoard, on day: Day, said: Day? = nil) {
    let goal = board.goal(on: day)
    isLoose = goal.isSum || board.habit.isAnyTime(on: day)
    guard let sum = board.sum(on: day) else {
      (progress, amount, span) = (board.progress(on: day) ?? .zero, goal.amount, "")
      unit = goal.unit
      return
    }
    (progress, amount) = (sum.total, sum.need)
    unit = goal.unit(of: amount)
    span = " \(sum.period.contains(said ?? board.today) ? "this" : "that") \(goal.per)"
  }
}
