public import HabitCore
internal import HabitFiles

public enum ProfileChange: Sendable {
  /// Nothing is due from a day on, to a last day or until further notice.
  case startVacation(from: Day, to: Day?)
  /// The vacation ends before this day.
  case endVacation(on: Day)
  /// Some settings have other values, those that are dated from a day on.
  case edit(ProfileFieldChanges, from: Day)

  /// The first words of the commit message.
  var action: String {
    switch self {
    case .startVacation: "vacation start"
    case .endVacation: "vacation end"
    case .edit: "edit profile"
    }
  }

  func applied(to profile: Profile) throws(Failure) -> Profile {
    switch self {
    case .startVacation(let start, let end):
      if let end, end < start {
        throw Failure(.usage, "the last day \(end) is before the first, \(start)")
      }
      guard let after = profile.onVacation(from: start, to: end) else {
        let list = profile.vacations.map(\.inWords).joined(separator: ", ")
        throw Failure(
          .usage,
          "there is a vacation on some of these days already",
          hint: "there are: \(list); end one with: habit vacation end"
        )
      }
      return after
    case .endVacation(let day):
      guard let after = profile.backFromVacation(on: day) else {
        let next = profile.vacations.first { $0.start > day }?.start
        let cure = next.map {
          "the next begins \($0); cancel it with: habit vacation end --from \($0)"
        }
        throw Failure(.noInput, "\(day) is in no vacation", hint: cure ?? "habit vacation list")
      }
      return after
    case .edit(let fields, let day): return fields.applied(to: profile, from: day)
    }
  }
}

/// The settings of a profile that get another value; nil ones stay as they are.
public struct ProfileFieldChanges: Sendable {
  /// The keys of settings that lose their value first.
  public var cleared: [String] = []
  public var name: Name?
  /// The zone that rules the user's days.
  public var timeZone: String?
  public var dayStart: TimeOfDay?
  /// The first day of the week.
  public var weekStart: Weekday?
  /// What counts for streaks, from a day on.
  public var streakMode: Profile.StreakMode?
  public var planReminder: TimeOfDay?
  /// When to remind of what is open.
  public var eveningReminder: TimeOfDay?
  /// The habits that lists begin with, in this order.
  public var order: [HabitID]?

  public init() {}

  func applied(to profile: Profile, from day: Day) -> Profile {
    var profile = profile
    for field in Profile.fields where cleared.contains(field.key) {
      field.copy(Profile(), &profile)
    }
    if let name { profile.name = name }
    if let timeZone { profile.timeZone = timeZone }
    if let planReminder { profile.planReminder = planReminder }
    if let eveningReminder { profile.eveningReminder = eveningReminder }
    if let order { profile.order = order }
    if let dayStart { profile.dayStart = dayStart }
    if let weekStart { profile.weekStart = weekStart }
    if let streakMode {
      profile.streakMode = profile.streakMode.setting(
        streakMode,
        from: day,
        beginning: .distantPast
      )
    }
    return profile
  }
}
