public import HabitCore

/// The levels of the days of a heat map.
///
/// The level of a day depends on that day alone.
///
/// Source: habit-calendar(1), DESCRIPTION.
public struct HeatScale: Sendable {
  /// The habits, all with the same weight.
  let habits: [HabitBoard]

  public init(of habits: [HabitBoard]) {
    self.habits = habits
  }

  /// The share of what was due that was done, in per cent; nil if nothing was due.
  ///
  /// Only nothing is 0, and only all is 100.
  public func percent(on day: Day) -> Int? {
    habits.share(on: day).map(HeatScale.percent)
  }

  private static func percent(of share: Double) -> Int {
    share == 0 ? 0 : share >= 1 ? 100 : min(max(Int((share * 100).rounded()), 1), 99)
  }

  /// The level of a day; nil when nothing was due.
  public func level(on day: Day) -> HeatLevel? {
    guard let share = habits.share(on: day) else { return nil }
    guard share > 0 else { return HeatLevel.none }
    guard share < 1 else { return .full }
    // The share is rounded; a third is in the next level.
    return share < 0.333_333_333 ? .little : share < 0.666_666_667 ? .some : .most
  }
}

extension [HabitBoard] {
  /// The mean of the habits that were due on a day; nil when none was.
  ///
  /// Rounded to a billionth, because thirds are inexact.
  fileprivate func share(on day: Day) -> Double? {
    let shares = compactMap { $0.share(on: day)?.fraction }
    guard !shares.isEmpty else { return nil }
    return (shares.reduce(0, +) / Double(shares.count) * 1e9).rounded() / 1e9
  }
}

extension HabitBoard {
  /// The share of a due day's goal that was reached; nil if it was not due.
  fileprivate func share(on day: Day) -> Share? {
    switch shown[day] {
    case .free, .skipped: return nil
    case .done: return Share(1, of: 1)
    case .open, .missed:
      guard habit.kind == .formation else { return Share(0, of: 1) }
      if let sum = shown.sum(on: day) {
        return Share(min(sum.total.thousandths, sum.need.thousandths), of: sum.need.thousandths)
      }
      let goal = goal(on: day).amount.thousandths
      return Share(min(progress(on: day)?.thousandths ?? 0, goal), of: goal)
    }
  }
}
