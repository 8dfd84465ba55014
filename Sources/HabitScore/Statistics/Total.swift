public import HabitCore

/// A sum of amounts that are counted in one unit.
///
/// Source: habit-stats(1), STATISTICS.
public struct Total: Hashable, Sendable {
  public fileprivate(set) var amount: Amount
  /// The latest goal with the unit.
  let goal: Goal

  /// What is counted.
  public var unit: String { goal.unit(of: amount) }

  /// The total with its unit: `12,342 pages`.
  public var inWords: String { goal.spelled(sum: amount) }
}

extension HabitBoard {
  /// What was recorded on some days, a total for each unit, the latest unit first: that of the last day.
  public func totals(in days: ClosedRange<Day>) -> [Total] {
    var totals: [Total] = []
    let known = days.lowerBound...max(days.lowerBound, min(days.upperBound, today))
    for stretch in habit.goal.stretches(in: known).reversed() {
      let goal = stretch.entry.value
      let sum = tracked.tallies(in: stretch.days).filter { $0.day <= lastListed }
        .compactMap(\.progress).reduce(.zero, +)
      if let index = totals.firstIndex(where: { $0.goal.counts(as: goal) }) {
        totals[index].amount = totals[index].amount + sum
      } else if totals.isEmpty || sum > .zero {
        totals.append(Total(amount: sum, goal: goal))
      }
    }
    return totals
  }
}

extension [Total] {
  /// `2 l, before 16 glasses`.
  public var inWords: String { map(\.inWords).joined(separator: ", before ") }
}
