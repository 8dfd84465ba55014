public import HabitCore

/// The states, streaks and points of a user, for all days up to today.
public struct Scoreboard: Sendable {
  public let today: Day
  /// The user's streak, in days.
  public let streak: Streak
  /// The days that earned points, in order.
  public let ledger: [Award]
  /// The sum of the ledger.
  public let xp: XP
  /// The boards of the habits, in the order of their ids.
  public let habits: [HabitBoard]
  public let vacation: DaySpan?
  /// Whether today can no longer become complete.
  let isTodayLost: Bool
  /// Whether a habit cannot be read, so that points, level and streak are not known.
  public let isIncomplete: Bool
  /// The verdicts of all days, from the first start of a habit to today.
  let verdicts: [(day: Day, verdict: DayVerdict)]
  /// The same without today, unless it is complete or can no longer become so.
  let settled: [(day: Day, verdict: DayVerdict)]

  public init(of tracker: Tracker, on today: Day) {
    self.today = today
    habits = tracker.boards(on: today)
    vacation = tracker.profile.vacations.first { $0.contains(today) }
    verdicts = DayVerdict.all(of: habits, until: today)
    ledger = verdicts.compactMap { $0.verdict == .complete ? Award(on: $0.day) : nil }
    xp = XP(completeDays: ledger.count)
    let isTodayLost = habits.contains { $0.counted[today] == .missed }
    self.isTodayLost = isTodayLost
    isIncomplete = !tracker.unreadable.isEmpty
    settled = verdicts.filter { $0.verdict != .incomplete || $0.day < today || isTodayLost }
    streak = Streak(over: settled)
  }

  public var level: Level { xp.level }

  /// Whether today is not complete yet.
  public var isTodayOpen: Bool {
    DayVerdict(on: today, of: habits) == .incomplete && !isTodayLost
  }

  /// The user's streak at the end of a day, in days.
  public func streak(on day: Day) -> Streak { Streak(over: settled.prefix { $0.day <= day }) }

  /// The points at the end of a day.
  public func xp(on day: Day) -> XP { XP(completeDays: ledger.count { $0.day <= day }) }

  /// The habits that are in the lists of today: those that are not deleted.
  public var listed: [HabitBoard] { habits.filter { $0.isListed(on: today) } }

  /// The habits that are due today and not skipped, done or not.
  public var habitsDue: [HabitBoard] {
    listed.filter { $0.isDue(on: today) && $0.state(on: today) != .skipped }
  }

  /// The points of one day, in XP.
  public func points(on day: Day) -> Int {
    ledger.last { $0.day <= day }.map { $0.day == day ? $0.points : 0 } ?? 0
  }
}

extension Tracker {
  /// The boards of the habits, in the order of their ids.
  public func boards(on today: Day) -> [HabitBoard] {
    habits.map { HabitBoard(of: $0, profile: profile, on: today) }
  }
}

/// An entry of the ledger: a day that earned points.
public struct Award: Hashable, Sendable {
  public let day: Day
  /// Its points, in XP.
  public let points: Int

  init(on day: Day) {
    self.day = day
    self.points = Rules.completeDay
  }
}

/// Whether a day was complete, for all habits of a user together: the greatest of its habits' verdicts.
///
/// Source: habit-xp(7), POINTS.
public enum DayVerdict: Hashable, Comparable, Sendable {
  /// Nothing was due, or all of it was skipped.
  case neutral
  /// At least one habit was due and not skipped, and all of those were done.
  case complete
  /// A habit that was due and not skipped was not done.
  case incomplete

  public init(on day: Day, of habits: [HabitBoard]) {
    self = habits.map { DayVerdict($0.counted[day]) }.max() ?? .neutral
  }

  private init(_ state: DayState) {
    switch state {
    case .done: self = .complete
    case .open, .missed: self = .incomplete
    case .skipped, .free: self = .neutral
    }
  }

  /// The points the day earns, in XP.
  var points: Int { self == .complete ? Rules.completeDay : 0 }

  /// The verdicts on all days from the first start of a habit on.
  fileprivate static func all(
    of habits: [HabitBoard],
    until today: Day
  ) -> [(day: Day, verdict: DayVerdict)] {
    guard let first = habits.map(\.counted.first).min(), first <= today else { return [] }
    var verdicts = [DayVerdict](repeating: .neutral, count: first.distance(to: today) + 1)
    for habit in habits {
      let offset = first.distance(to: habit.counted.first)
      for (index, state) in habit.counted.states.enumerated() {
        verdicts[offset + index] = max(verdicts[offset + index], DayVerdict(state))
      }
    }
    return verdicts.enumerated().map { (first.advanced(by: $0.offset), $0.element) }
  }
}
