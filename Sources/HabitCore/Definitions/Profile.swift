/// What one user decided about all habits: `profile.json`.
public struct Profile: Hashable, Sendable {
  public var name: Name?
  /// The IANA time zone of the user's days; nil for the system's.
  public var timeZone: String?
  /// The time at which a day begins; earlier times belong to the day before.
  public var dayStart = TimeOfDay.midnight
  /// The first day of the week.
  public var weekStart = Weekday.monday
  public var streakMode = Dated(StreakMode.full)
  /// The days on which nothing is due.
  public var vacations: [DaySpan] = []
  /// The time of the reminder of what is due; nil for none.
  public var planReminder: TimeOfDay?
  /// The time of the reminder of what is open; nil for none.
  public var eveningReminder: TimeOfDay?
  /// The habits that lists begin with, in this order.
  public var order: [HabitID] = []
  /// The users whose history this user has adopted.
  public var adopts: [UserID] = []
  /// The user who has adopted the history, or nil; see ``Adoptions``.
  public var adopted: UserID?

  /// The progress that counts for streaks and awards.
  public enum StreakMode: String, CaseIterable, DatedValue {
    /// Progress that reaches the goal.
    case full
    /// Any progress of a formation habit.
    case partial
  }

  public init() {}

  /// Vacations, and the days that the time zone left out.
  public var timeOff: [DaySpan] {
    vacations + missingDays.map { DaySpan(start: $0, end: $0) }
  }

  public func isOff(_ day: Day) -> Bool {
    isVacation(day) || missingDays.contains(day)
  }

  /// The days that the profile's time zone left out when it crossed the date line.
  ///
  /// A table, because the state of a day must not depend on the system's time zones.
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

  public func isVacation(_ day: Day) -> Bool {
    vacations.contains { $0.contains(day) }
  }
}

extension Profile.StreakMode: CustomStringConvertible {
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
