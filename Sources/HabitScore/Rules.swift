// HabitScore is meaning: what facts imply. Nothing here is ever stored.
//
// Architecture invariants: pure functions of facts; this module cannot see how facts are spelled in
// files, and none of its values can be made up: each is computed from facts.

/// The numbers of the game.
public enum Rules {
  /// Points for a day on which every due habit was done, in XP.
  ///
  /// Source: habit-xp(7), POINTS.
  public static let completeDay = 50

  /// Points at which level 2 begins, in XP; level L begins at this times (L - 1) squared.
  ///
  /// Source: habit-xp(7), LEVELS.
  public static let levelBase = 300

  /// Streaks worth a word, in days or periods; after the last, every multiple of
  /// ``milestoneInterval``.
  ///
  /// Source: habit-xp(7), MILESTONES.
  public static let milestones = [1, 3, 5, 7, 10, 14, 21, 30, 50, 100]

  /// The distance of further milestones, in days or periods.
  ///
  /// Source: habit-xp(7), MILESTONES.
  public static let milestoneInterval = 30

  /// Whether a streak of this length is worth a word.
  public static func isMilestone(_ length: Int) -> Bool {
    milestones.contains(length)
      || (length > milestones.last ?? 0 && length % milestoneInterval == 0)
  }
}
