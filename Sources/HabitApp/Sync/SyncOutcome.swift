public import HabitCore
public import HabitStore
public import HabitSync

/// What a sync did, and what the user may want to know of the files now.
public struct SyncOutcome: Sendable {
  /// What was exchanged: twice when something came for a user whose history another has adopted.
  public let exchanges: [SyncReport]
  /// What was committed in between, as the adopting user's.
  public let adoptions: [Transaction.Outcome]
  /// Deleted habits for which records came: they are kept, and shown nowhere.
  public let deleted: [Habit]
  /// Days that one device skipped and another worked on: both facts are kept.
  public let contradictions: [Contradiction]

  /// A day that is skipped and has progress.
  public struct Contradiction: Sendable {
    /// The habit.
    public let habit: Habit
    /// The day.
    public let day: Day
    /// Why it was skipped.
    public let skip: Skip
    /// What was done.
    public let progress: Amount
  }
}
