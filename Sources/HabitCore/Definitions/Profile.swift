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
  /// The habits that lists begin with, in this order.
  public var order: [HabitID]
  /// The users whose history this user has adopted.
  public var adopts: [UserID]
  /// Who has adopted the history, or nil; it counts where that user's profile says so, too.
  public var adopted: UserID?

  /// What makes a habit count for streaks and awards.
  public enum StreakMode: String, CaseIterable, DatedValue {
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
    self.order = []
    self.adopts = []
  }

  /// When nothing is due: the vacations, and the days that the zone left out.
  public var timeOff: [DaySpan] {
    vacations + missingDays.map { DaySpan(start: $0, end: $0) }
  }

  /// Whether nothing is due on a day.
  public func isOff(_ day: Day) -> Bool {
    isVacation(day) || missingDays.contains(day)
  }

  /// The days that never were in the profile's zone: it went over the date line.
  ///
  /// A table, because what a day was must not depend on the zones that a system knows.
  ///
  /// Source: the IANA time zone database, files australasia and asia.
  public var missingDays: [Day] {
    switch timeZone {
    case "Pacific/Apia"?, "Pacific/Fakaofo"?: [Day.dateLineChange2011]
    case "Pacific/Kwajalein"?, "Kwajalein"?: [Day.dateLineChange1993]
    case "Pacific/Kiritimati"?, "Pacific/Enderbury"?, "Pacific/Kanton"?: [Day.dateLineChange1994]
    default: []
    }
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

extension Day {
  /// 2011-12-30, which Samoa and Tokelau left out.
  fileprivate static let dateLineChange2011 = Day(number: 15_338)
  /// 1993-08-21, which Kwajalein left out.
  fileprivate static let dateLineChange1993 = Day(number: 8_633)
  /// 1994-12-31, which the Line and Phoenix Islands left out.
  fileprivate static let dateLineChange1994 = Day(number: 9_130)
}
