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

  /// The level of a share.
  init(_ share: Share) {
    let quarters = share.part * 4
    self =
      quarters <= 0
      ? .none
      : quarters >= share.whole * 4
        ? .full
        : quarters >= share.whole * 2 ? .most : quarters >= share.whole ? .some : .little
  }

  /// Less first.
  public static func < (left: HeatLevel, right: HeatLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension HabitBoard {
  /// The level of a day; nil when the habit was not due or was skipped.
  public func heat(on day: Day) -> HeatLevel? {
    share(on: day).map { HeatLevel($0) }
  }

  /// How much of a due day's goal was reached, of one part in thousands; nil when it was not due.
  fileprivate func share(on day: Day) -> Share? {
    switch shown[day] {
    case .free, .skipped: return nil
    case .done: return Share(1, of: 1)
    case .open, .missed:
      guard habit.kind == .formation else { return Share(0, of: 1) }
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
    var (thousandths, whole) = (Int64(0), Int64(0))
    for habit in habits where isMeant(habit.habit) {
      guard let share = habit.share(on: day) else { continue }
      thousandths += share.part * 1000 / share.whole
      whole += 1000
    }
    return Share(thousandths, of: whole).map { HeatLevel($0) }
  }
}
