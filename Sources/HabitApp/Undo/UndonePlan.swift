public import HabitCore
public import HabitFiles
public import HabitMerge
public import HabitStore

/// A command that is taken back, and what that changes.
public struct UndonePlan: Sendable {
  /// What is taken back or done again, as its commit says it: `log run +2 (5/8) 2026-03-01`.
  public let command: String
  /// The changes of files; none when nothing of the command still holds.
  public let edits: [Edit]
  /// What the change is to a later undo or redo.
  public let kind: CommandKind
  public let differences: [Place]
  /// What the command wrote and another command has changed since: it stays.
  public let kept: [Place]

  /// A fact of a record, a habit or the profile.
  public struct Place: Hashable, Sendable {
    /// The habit; nil for the profile.
    public let habit: HabitID?
    public let fact: FactDifference

    init(_ layout: Layout, _ fact: FactDifference) {
      self.habit =
        switch layout {
        case .habit(_, let habit), .year(_, let habit, _): habit
        case .profile, .marker, .attributes, .readme, .report: nil
        }
      self.fact = fact
    }
  }

  /// The first line of the commit message: `undo log run`, `redo log run`.
  public var subject: String {
    if case .redo = kind { "redo \(command)" } else { "undo \(command)" }
  }
}
