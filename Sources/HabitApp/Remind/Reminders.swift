public import HabitCore
public import HabitScore

/// Which reminders a moment calls for.
public struct Reminders: Sendable {
  /// A habit that is open and whose time to remind has come.
  public struct Due: Sendable {
    public let board: HabitBoard
    /// The latest of its times that has come.
    public let time: TimeOfDay
  }

  /// The habits, the earliest reminder first.
  public let habits: [Due]
  /// What the day asks for, when the plan's time has come and the evening's has not.
  public let plan: [HabitBoard]
  /// What is still open, when the evening's time has come.
  public let evening: [HabitBoard]

  public init(of boards: [HabitBoard], profile: Profile, at now: Moment, today: Day) {
    let time = SinceDayStart(now, profile.dayStart, today)
    let open = boards.filter(\.isOpen)
    habits = open.compactMap { board in
      let passed = board.habit.reminders.filter { time.hasPassed($0) }
      return passed.max { time.isEarlier($0, $1) }.map { Due(board: board, time: $0) }
    }.sorted { time.isEarlier($0.time, $1.time) }
    let isEvening = profile.eveningReminder.map(time.hasPassed) ?? false
    let isPlanned = profile.planReminder.map(time.hasPassed) ?? false
    plan = isPlanned && !isEvening ? open : []
    evening = isEvening ? open : []
  }

  /// The times at which a reminder may be due, in order.
  public static func times(of boards: [HabitBoard], profile: Profile) -> [TimeOfDay] {
    let own = [profile.planReminder, profile.eveningReminder].compactMap(\.self)
    return Set(boards.flatMap(\.habit.reminders) + own).sorted()
  }
}

/// Times of a day in the order in which they come when the day begins at some hour.
private struct SinceDayStart {
  private let now: Int
  private let dayStart: Int32

  init(_ now: Moment, _ dayStart: TimeOfDay, _ today: Day) {
    self.dayStart = dayStart.seconds
    self.now = today.distance(to: now.date) * 86_400 + Int(now.time.seconds)
  }

  /// Seconds after the midnight that begins the day's date.
  private func seconds(_ time: TimeOfDay) -> Int {
    Int(time.seconds) + (time.seconds < dayStart ? 86_400 : 0)
  }

  func hasPassed(_ time: TimeOfDay) -> Bool { seconds(time) <= now }

  func isEarlier(_ left: TimeOfDay, _ right: TimeOfDay) -> Bool { seconds(left) < seconds(right) }
}
