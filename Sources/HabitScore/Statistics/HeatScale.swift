public import HabitCore

/// The levels of the days of a heat map.
///
/// The level of a day depends on that day alone.
///
/// Source: habit-calendar(1), DESCRIPTION.
public enum HeatScale: Sendable {
  /// The share of several habits that were done.
  case all([HabitBoard])
  /// The share of its goal that one habit reached.
  case one(HabitBoard)

  var habits: [HabitBoard] {
    switch self {
    case .all(let habits): habits
    case .one(let habit): [habit]
    }
  }

  /// The last day of which anything is known.
  public var today: Day { habits.first?.today ?? .distantPast }

  /// The share of what was due that was done; nil if nothing was due.
  public func share(on day: Day) -> Share? {
    switch self {
    case .all(let habits): Count(of: habits, on: day).share
    case .one(let habit): habit.isListed(on: day) ? habit.reached(on: day) : nil
    }
  }

  /// The share in per cent; nil if nothing was due.
  ///
  /// Of one habit, only nothing is 0, and only all is 100.
  public func percent(on day: Day) -> Int? {
    guard let share = share(on: day) else { return nil }
    guard case .one = self, share.part > 0, share.part < share.whole else { return share.percent }
    return min(max(share.percent, 1), 99)
  }

  /// The level of a day; nil when nothing was due.
  public func level(on day: Day) -> HeatLevel? { share(on: day).map(HeatLevel.init) }
}

extension HeatLevel {
  fileprivate init(_ share: Share) {
    let (part, whole) = (share.part, share.whole)
    self =
      part == 0
      ? .none
      : part == whole ? .full : 3 * part < whole ? .little : 3 * part < 2 * whole ? .some : .most
  }
}

extension HabitBoard {
  /// The share of a due day's goal that was reached; nil if it was not due.
  fileprivate func reached(on day: Day) -> Share? {
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
