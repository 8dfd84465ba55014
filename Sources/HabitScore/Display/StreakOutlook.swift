import HabitCore

/// How today can change the user's streak.
///
/// Source: habit-xp(7), STREAKS.
public enum StreakOutlook: Hashable, Sendable {
  /// There is no streak, and nothing is due.
  case none
  /// Today is complete, or nothing is left to do.
  case safe(days: Int)
  /// The streak ends unless today becomes complete.
  case atStake(days: Int)
  /// The streak ended today, because a limit was exceeded.
  case lost(days: Int)
}

extension StreakOutlook {
  /// What becomes of the streak, as `4-day streak at stake`; nil without one.
  public var inWords: String? {
    switch self {
    case .none: nil
    case .safe(let days): "\(grouped(days))-day streak"
    case .atStake(let days): "\(grouped(days))-day streak at stake"
    case .lost(let days): "\(grouped(days))-day streak lost"
    }
  }
}

extension Scoreboard {
  public var outlook: StreakOutlook {
    guard let last = verdicts.last, last.day == today, last.verdict == .incomplete else {
      return streak.current > 0 ? .safe(days: streak.current) : .none
    }
    let isLost = settled.last?.day == today
    let days = isLost ? Streak(over: settled.dropLast()).current : streak.current
    guard days > 0 else { return .none }
    return isLost ? .lost(days: days) : .atStake(days: days)
  }
}

extension Streak {
  /// The user's streak over days that are decided.
  init(over verdicts: some Sequence<(day: Day, verdict: DayVerdict)>) {
    self.init(
      of: verdicts.lazy.compactMap { _, verdict -> Link? in
        Link(verdict)
      },
      inForce: .day
    )
  }
}

extension Streak.Link {
  /// The link of a day that is decided; nil for one that is passed over.
  init?(_ verdict: DayVerdict) {
    switch verdict {
    case .complete: self = .kept(.day)
    case .incomplete: self = .broken
    case .neutral: return nil
    }
  }
}
