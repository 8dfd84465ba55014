public import HabitCore

/// How much of what was due on a day was done, for a heat map.
///
/// Source: habit-calendar(1), DESCRIPTION.
public enum HeatLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Nothing.
  case none
  /// Less than a quarter.
  case little
  /// Less than a half.
  case some
  /// Half or more.
  case most
  /// All.
  case full

  /// The level of the mean of so many shares with this sum.
  ///
  /// Rounded to a billionth, so that thirds that add up to a half are a half.
  init(sum: Double, of count: Int) {
    let quarters = (sum * 4e9 / Double(count)).rounded() / 1e9
    self =
      sum == 0
      ? .none : quarters >= 4 ? .full : quarters >= 2 ? .most : quarters >= 1 ? .some : .little
  }

  /// Less first.
  public static func < (left: HeatLevel, right: HeatLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension HabitBoard {
  /// The level of a day; nil when the habit was not due or was skipped.
  public func heat(on day: Day) -> HeatLevel? {
    share(on: day).map { HeatLevel(sum: $0.fraction, of: 1) }
  }

  /// How much of a due day's goal was reached, of one part in thousands; nil when it was not due.
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

extension Scoreboard {
  /// The level of a day for some habits together, each counting the same; nil when none was due.
  public func heat(
    on day: Day,
    where isMeant: (Habit) -> Bool = { _ in true }
  ) -> HeatLevel? {
    var (sum, count) = (0.0, 0)
    for habit in habits where isMeant(habit.habit) {
      guard let share = habit.share(on: day) else { continue }
      sum += share.fraction
      count += 1
    }
    return count > 0 ? HeatLevel(sum: sum, of: count) : nil
  }
}
