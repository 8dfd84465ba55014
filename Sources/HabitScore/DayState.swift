/// What a day was for one habit.
///
/// Source: habit-xp(7), DAYS.
public enum DayState: String, CaseIterable, Hashable, Sendable {
  /// The goal was reached, or kept.
  case done
  /// It was due and passed over with a reason.
  case skipped
  /// It is today, due, and not done.
  case open
  /// It was due and not done.
  case missed
  /// It was not due.
  case free
}

/// A streak: its length now and at its best.
///
/// Source: habit-xp(7), STREAKS.
public struct Streak: Hashable, Sendable {
  /// The length now.
  public let current: Int
  /// The greatest length ever.
  public let best: Int

  /// One link of a chain.
  enum Link {
    /// It counts.
    case kept
    /// It ends the streak.
    case broken
  }

  /// The streaks of a chain, the latest link last.
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
