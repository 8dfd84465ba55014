public import HabitCore

/// How far a sum or a quota is in the period of a day, with that day, as screens show it.
public struct PeriodStanding: Hashable, Sendable {
  public let days: ClosedRange<Day>
  /// The sum, or the number of days that were done.
  public let progress: Amount
  /// What the period asks for, or allows.
  public let goal: Amount
}

extension HabitBoard {
  /// The standing on a day; nil where a day has a goal or a schedule of its own.
  public func standing(on day: Day) -> PeriodStanding? {
    if let sum = sum(on: day) {
      return PeriodStanding(days: sum.period, progress: sum.total, goal: sum.need)
    }
    guard let quota = quota(on: day) else { return nil }
    let done = quota.done + (mark(on: day) == .done ? 1 : 0)
    return PeriodStanding(days: quota.period, progress: Amount(done), goal: Amount(quota.need))
  }
}
