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

/// A streak: its length now and at its best.
///
/// Source: habit-xp(7), STREAKS.
public struct Streak: Hashable, Sendable {
  public let current: Int
  public let best: Int

  /// One link of a chain.
  enum Link {
    case kept
    /// It ends the streak.
    case broken
  }

  /// The streak of a chain of links, in order.
  init(of links: some Sequence<Link>) {
    var (run, best) = (0, 0)
    for link in links {
      switch link {
      case .kept:
        run += 1
        best = max(best, run)
      case .broken: run = 0
      }
    }
    self.current = run
    self.best = best
  }
}
