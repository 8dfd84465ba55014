// HabitScore computes days, streaks, points and statistics from facts. Nothing of it is stored.
//
// Architecture invariants: pure functions of facts; this module cannot see the text of files.

/// The constants of scores and statistics.
public enum Rules {
  // Source: habit-xp(7), POINTS.

  /// Points for a day on which every due habit was done, in XP.
  public static let completeDay = 50

  // Source: habit-xp(7), LEVELS.

  /// Points at which level 2 begins, in XP; level L begins at this times (L - 1) squared.
  public static let levelBase = 300
  /// The part of a level from which the next one is close, in per cent.
  public static let closePercent = 80

  // Source: habit-xp(7), MILESTONES.

  /// Streaks that are reported, in days or periods; after the last, every multiple of
  /// ``milestoneInterval``.
  public static let milestones = [3, 5, 7, 10, 14, 21, 30, 50, 100]
  /// The distance of further milestones, in days or periods.
  public static let milestoneInterval = 30

  /// Whether a streak of this length is reported.
  public static func isMilestone(_ length: Int) -> Bool {
    milestones.contains(length)
      || (length > milestones.last ?? 0 && length % milestoneInterval == 0)
  }

  // Source: habit-xp(7), ACHIEVEMENTS.

  /// A day is early if everything was recorded before this time, in seconds after midnight.
  public static let earlySeconds = 8 * 3600
  /// A day is late if everything was recorded at this time or later, in seconds after midnight.
  public static let lateSeconds = 22 * 3600

  // Source: habit-stats(1), STATISTICS.

  /// The quarters of a day, six hours each, by which times of day are counted.
  public static let quarters = ["night", "morning", "afternoon", "evening"]
  /// The change of the rate that makes a trend, in percentage points.
  public static let trendPoints = 5
  /// The fewest due days that a habit needs to be called the strongest or the weakest of any range, and
  /// of 365 days.
  public static let (fewestDueDays, fewestDueDaysOfYear) = (3, 20)
  /// The fewest due days that a weekday needs to be called the best or the worst, and a week or a month
  /// the best.
  public static let fewestWeekdays = 4

  /// The fewest due days that a habit needs to be called the strongest or the weakest of so many days.
  static func fewestDueDays(in days: Int) -> Int {
    max(fewestDueDays, days * fewestDueDaysOfYear / 365)
  }
  /// A rate below this is low, in per cent.
  public static let lowRate = 50
  /// A rate this far below the mean is behind, in percentage points.
  public static let lagPoints = 20
}
