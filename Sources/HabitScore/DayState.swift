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

  /// How long a run of links is.
  struct Length {
    var count = 0
    /// Of a length of 0, the unit that is in force.
    var unit: Unit

    /// Takes the next link of the chain.
    mutating func add(_ link: Link, inForce unit: Unit) {
      guard case .kept(let next) = link else {
        self = Length(unit: unit)
        return
      }
      self = Length(count: count + 1, unit: count == 0 || self.unit == next ? next : .time)
    }
  }

  /// The streak of a chain of links, in order; a streak of 0 has the unit that is in force.
  init(of links: some Sequence<Link>, inForce unit: Unit) {
    var (run, best) = (Length(unit: unit), Length(unit: unit))
    for link in links {
      run.add(link, inForce: unit)
      if run.count > best.count { best = run }
    }
    (current, self.unit) = (run.count, run.unit)
    (self.best, bestUnit) = (best.count, best.unit)
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
