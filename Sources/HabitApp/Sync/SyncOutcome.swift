public import HabitCore
public import HabitFiles
public import HabitStore
public import HabitSync

/// What a sync did, and what the user may want to know of the files now.
public struct SyncOutcome: Sendable {
  /// What was exchanged, the adoptions too.
  public let report: SyncReport
  public let adoptions: [Adopted]
  /// Users whose files came and whose profiles say that the acting user has adopted them, who has not.
  public let unconfirmed: [Problem]
  /// Deleted habits for which records came: they are kept, and shown nowhere.
  public let deleted: [Habit]
  /// Days that one device skipped and another worked on: both facts are kept.
  public let contradictions: [Contradiction]

  /// What came for a user whose history the acting user has adopted.
  public struct Adopted: Sendable {
    /// Whose history it was.
    public let from: UserID
    /// Who adopted it.
    public let to: UserID
    /// The manual edits in that user's folder, and the adoption.
    public let committed: [Transaction.Outcome]
    /// The adopting user's files that changed.
    public let changed: [Layout]
    /// What it does to the adopting user's points and streaks.
    public let scores: ScoreChange
  }

  /// A day that is skipped and has progress.
  public struct Contradiction: Sendable {
    public let habit: Habit
    public let day: Day
    public let skip: Skip
    public let progress: Amount
  }
}
