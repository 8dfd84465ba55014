public import HabitCore

/// What all facts of one user imply on a day.
public struct Scoreboard: Sendable {
  /// The user's streak, in days.
  public let streak: Streak
  /// The days that earned points, in order.
  public let ledger: [Award]
  /// The points, which are the sum of the ledger.
  public let xp: XP
  /// What each habit's facts imply, in the order of their ids.
  public let habits: [HabitBoard]

  /// What a user's facts imply as of a day.
  public init(of tracker: Tracker, on today: Day) {
    habits = tracker.habits.map { HabitBoard(of: $0, profile: tracker.profile, on: today) }
    let verdicts = DayVerdict.all(of: habits, until: today)
    ledger = verdicts.compactMap { $0.verdict == .complete ? Award(on: $0.day) : nil }
    xp = XP(completeDays: ledger.count)
    streak = Streak(
      of: verdicts.compactMap { day, verdict in
        switch verdict {
        case .complete: .kept
        // Today may still be completed.
        case .incomplete: day == today ? nil : .broken
        case .neutral: nil
        }
      }
    )
  }

  /// The level.
  public var level: Level { xp.level }

  /// The points of one day, in XP.
  public func points(on day: Day) -> Int {
    ledger.last { $0.day <= day }.map { $0.day == day ? $0.points : 0 } ?? 0
  }
}

/// An entry of the ledger: a day that earned points.
public struct Award: Hashable, Sendable {
  /// The day.
  public let day: Day
  /// Its points, in XP.
  public let points: Int

  init(on day: Day) {
    self.day = day
    self.points = Rules.completeDay
  }
}

/// What a day was for all habits of a user together.
///
/// Source: habit-xp(7), POINTS.
public enum DayVerdict: Hashable, Sendable {
  /// At least one habit was due and not skipped, and all of those were done.
  case complete
  /// One that was due and not skipped was not done.
  case incomplete
  /// Nothing was due, or all of it was skipped.
  case neutral

  /// The verdict on one day.
  public init(on day: Day, of habits: [HabitBoard]) {
    var count = Count()
    for habit in habits { count.add(habit.counted[day].state) }
    self = count.verdict
  }

  /// The verdicts on all days from the first start of a habit on.
  static func all(
    of habits: [HabitBoard],
    until today: Day
  ) -> [(day: Day, verdict: DayVerdict)] {
    guard let first = habits.map(\.counted.first).min(), first <= today else { return [] }
    var counts = Array(repeating: Count(), count: first.distance(to: today) + 1)
    for habit in habits {
      let offset = first.distance(to: habit.counted.first)
      for (index, mark) in habit.counted.marks.enumerated() {
        counts[offset + index].add(mark.state)
      }
    }
    return counts.enumerated().map { (first.advanced(by: $0.offset), $0.element.verdict) }
  }

  /// How many habits asked for something on a day, and how many got it.
  private struct Count {
    private var asked: Int32 = 0
    private var done: Int32 = 0

    @inline(__always)
    mutating func add(_ state: DayState) {
      switch state {
      case .done:
        asked += 1
        done += 1
      case .open, .missed: asked += 1
      case .skipped, .free: break
      }
    }

    var verdict: DayVerdict {
      asked == 0 ? .neutral : asked == done ? .complete : .incomplete
    }
  }
}
