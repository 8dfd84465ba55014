internal import HabitCore
internal import HabitScore

extension HabitBoard {
  /// What a period that is not over asks for, where that is only a share: `this week: 4 km`.
  func share(on day: Day) -> String? {
    func text(_ period: ClosedRange<Day>, _ span: String, _ need: String) -> String? {
      guard period.upperBound >= today else { return nil }
      let word = period.contains(today) ? "this" : "the first"
      return "\(word) \(span): \(need)"
    }
    if let sum = sum(on: day) {
      let goal = sum.goal
      return sum.need == goal.amount
        ? nil
        : text(
          sum.period,
          goal.per.rawValue,
          (habit.isBreaking ? "at most " : "") + goal.spelled(sum.need)
        )
    }
    guard let quota = quota(on: day),
      case .quota(let times, let period) = habit.schedule.value(on: day), quota.need < times
    else { return nil }
    let span = period == .week ? "week" : period == .month ? "month" : "period"
    return text(quota.period, span, counted(quota.need, "time"))
  }
}
