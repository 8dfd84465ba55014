public import HabitCore

/// The progress of a habit on a day, or of a sum in its period, as screens show it.
public struct DayAim: Sendable {
  public let progress: Amount
  /// The goal or limit.
  public let amount: Amount
  /// What is counted: `km`.
  public let unit: String
  /// The period, as ` this week`; empty for a day.
  public let span: String
  /// Whether it is a sum or has the schedule any time.
  public let isLoose: Bool

  /// The progress on a day, in the words of the day `said`.
  public init(_ board: HabitBoard, on day: Day, said: Day? = nil) {
    let goal = board.goal(on: day)
    isLoose = goal.isSum || board.habit.isAnyTime(on: day)
    guard goal.isSum, let standing = board.standing(on: day) else {
      (progress, amount, span) = (board.progress(on: day) ?? .zero, goal.amount, "")
      unit = goal.unit
      return
    }
    (progress, amount) = (standing.progress, standing.goal)
    unit = goal.unit(of: amount)
    span = " \(standing.days.contains(said ?? board.today) ? "this" : "that") \(goal.per)"
  }
}
