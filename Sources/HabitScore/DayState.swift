import HabitCore

/// The state of one habit on one day.
///
/// Source: habit-xp(7), DAYS.
public enum DayState: String, CaseIterable, Hashable, Sendable {
  /// The goal was reached, or kept.
  case done
  /// It was due, not done, and skipped with a reason.
  case skipped
  /// It is today, due, and not done.
  case open
  case missed
  /// It was not due.
  case free
}

/// A streak: its length now and at its best, each with what it counts.
///
/// Source: habit-xp(7), STREAKS.
public struct Streak: Hashable, Sendable {
  public let current: Int
  public let best: Int
  /// What ``current`` counts: of a streak within one unit that unit, of one that spans two, times.
  public let unit: Unit
  public let bestUnit: Unit

  /// What a link of a streak stands for.
  public enum Unit: String, CaseIterable, Sendable {
    case day, week, month, quarter, year
    /// Windows of some days.
    case period
    /// Due days that do not follow one another.
    case time
  }

  /// One link of a chain.
  enum Link {
    case kept(Unit)
    /// It ends the streak.
    case broken
  }

  /// The streak of a chain of links, in order; a streak of 0 has the unit that is in force.
  init(of links: some Sequence<Link>, inForce unit: Unit) {
    var (run, best) = (0, 0)
    var (runUnit, bestUnit) = (unit, unit)
    for link in links {
      switch link {
      case .kept(let unit):
        runUnit = run == 0 || runUnit == unit ? unit : .time
        run += 1
        if run > best { (best, bestUnit) = (run, runUnit) }
      case .broken: run = 0
      }
    }
    self.current = run
    self.best = best
    self.unit = run == 0 ? unit : runUnit
    self.bestUnit = bestUnit
  }
}

extension Streak {
  /// The length, as `4 days`.
  public var inWords: String { counted(current, unit.rawValue) }

  /// The best length, with its unit where that is another one.
  public var bestInWords: String {
    unit == bestUnit ? grouped(best) : counted(best, bestUnit.rawValue)
  }
}
