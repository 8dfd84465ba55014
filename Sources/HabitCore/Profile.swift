/// What one user decided about all habits: `profile.json`.
public struct Profile: Hashable, Sendable {
  /// What the user is called, or nil.
  public var name: Name?
  /// The IANA zone that rules the user's days, or nil for the system's.
  public var timeZone: String?
  /// When a day begins: earlier times belong to the day before.
  public var dayStart: TimeOfDay
  /// The first day of the week.
  public var weekStart: Weekday
  /// What makes a day count for streaks and awards, by date.
  public var streakMode: Dated<StreakMode>
  /// When nothing is due.
  public var vacations: [DaySpan]
  /// When to remind of what the day asks for, or nil for never.
  public var planReminder: TimeOfDay?
  /// When to remind of what is still open, or nil for never.
  public var eveningReminder: TimeOfDay?
  /// Whose the history has become, or nil.
  public var adopted: UserID?

  /// What makes a habit count for streaks and awards.
  public enum StreakMode: String, CaseIterable, Hashable, Sendable {
    /// Progress that reaches the goal.
    case full
    /// Any progress of a formation habit.
    case partial
  }

  /// The profile of a user who decided nothing.
  public init() {
    self.dayStart = .midnight
    self.weekStart = .monday
    self.streakMode = Dated(.full)
    self.vacations = []
  }

  /// Whether the day lies in a vacation.
  public func isVacation(_ day: Day) -> Bool {
    vacations.contains { $0.contains(day) }
  }
}

extension Profile.StreakMode: CustomStringConvertible {
  /// The word of the files.
  public var description: String { rawValue }
}
