public import HabitCore

/// The statistics of one habit over a range of days.
///
/// Today counts when it is done: while open it is neither done nor due. Skipped days are only in
/// ``skipped``.
///
/// Source: habit-stats(1), STATISTICS.
public struct HabitStatistics: Sendable {
  public let habit: Habit
  public private(set) var done = 0
  /// The days that were due and not done.
  public private(set) var missed = 0
  public private(set) var skipped = 0
  /// The amount done of the goals; for a breaking habit, the share of due days that were kept.
  ///
  /// A sum counts on the day that decides its period. Nil if nothing was due.
  public let amount: Share?
  /// The recorded total, with free days.
  public private(set) var total = Amount.zero
  public private(set) var recordedDays = 0
  /// The rate by weekday, Monday first; nil if none was due.
  public let weekdays: [Share?]
  /// The number of entries in each quarter of the day, in the order of ``Rules/quarters``.
  public private(set) var quarters = [0, 0, 0, 0]
  /// The streak at the end of the last day.
  public let streak: Streak
  public let streakUnit: String
  /// The strength on the last day, computed from all days; nil for a habit with the schedule any time,
  /// before its start and after its end.
  public var strength: Strength? { Strength(of: board, on: lastDay) }

  /// Whether it has the schedule any time on the last day, and so no streak and no strength.
  public var isOnlyTracked: Bool { habit.isAnyTime(on: lastDay) }

  private let board: HabitBoard
  private let days: ClosedRange<Day>

  private var lastDay: Day { min(days.upperBound, board.today) }

  /// The days that were due, skipped ones left out.
  public var due: Int { done + missed }

  /// The due days that were done; nil when none was due.
  public var rate: Share? { Share(done, of: due) }

  /// The amount of a due day on average, in thousandths of the unit, rounded down; of a sum the amount of
  /// a decided period.
  public var average: Amount? {
    let amounts = board.shown.days(in: days).compactMap { day, state -> Amount? in
      guard state == .done || state == .missed else { return nil }
      guard let (_, period) = habit.sum(on: day, weekStart: board.profile.weekStart)
      else { return board.progress(on: day) ?? .zero }
      let last = min(period.upperBound, lastDay, habit.end ?? lastDay)
      return board.sum(on: last)?.total
    }
    let sum = amounts.reduce(.zero, +)
    return due > 0 ? Amount(thousandths: sum.thousandths / Int64(due)) : nil
  }

  public init(of board: HabitBoard, over days: ClosedRange<Day>) {
    var byWeekday = Array(repeating: (done: 0, due: 0), count: 7)
    for (day, state) in board.shown.days(in: days) {
      switch state {
      case .done:
        done += 1
        byWeekday[day.weekday.index].done += 1
        byWeekday[day.weekday.index].due += 1
      case .missed:
        missed += 1
        byWeekday[day.weekday.index].due += 1
      case .skipped: skipped += 1
      case .open, .free: break
      }
    }
    for tally in board.tracked.tallies(in: days) where tally.day <= board.today {
      if let progress = tally.progress {
        total = total + progress
        recordedDays += 1
      }
      guard let times = tally.times else { continue }
      for quarter in quarters.indices { quarters[quarter] += Int(times.quarters[quarter]) }
    }
    self.habit = board.habit
    self.amount = HabitStatistics.amount(of: board, over: days, done: done, due: done + missed)
    self.weekdays = byWeekday.map { Share($0.done, of: $0.due) }
    self.streak = board.streak(on: days.upperBound)
    self.streakUnit = board.streakUnit(on: days.upperBound)
    self.board = board
    self.days = days
  }

  /// The due days of a range that were done; nil when none was due.
  public static func rate(of board: HabitBoard, over days: ClosedRange<Day>) -> Share? {
    var (done, due) = (0, 0)
    for (_, state) in board.shown.days(in: days) {
      if state == .done { done += 1 }
      if state == .done || state == .missed { due += 1 }
    }
    return Share(done, of: due)
  }

  private static func amount(
    of board: HabitBoard,
    over days: ClosedRange<Day>,
    done: Int,
    due: Int
  ) -> Share? {
    guard board.habit.kind == .formation else { return Share(done, of: due) }
    var (reached, asked) = (Int64(0), Int64(0))
    for stretch in board.habit.goal.stretches(in: days) {
      guard !stretch.entry.value.isSum else {
        for (day, state) in board.shown.days(in: stretch.days)
        where state == .done || state == .missed {
          guard let sum = board.shown.sum(on: day) else { continue }
          asked += sum.need.thousandths
          reached += min(sum.total, sum.need).thousandths
        }
        continue
      }
      let goal = stretch.entry.value.amount.thousandths
      var tallies = board.tracked.tallies(in: stretch.days)[...]
      for (day, state) in board.shown.days(in: stretch.days)
      where state == .done || state == .missed {
        asked += goal
        while let first = tallies.first, first.day < day { tallies = tallies.dropFirst() }
        guard let tally = tallies.first, tally.day == day else { continue }
        reached += min(tally.progress?.thousandths ?? 0, goal)
      }
    }
    return Share(reached, of: asked)
  }
}

extension Timeline {
  /// The judged days of a range with what they were, in order.
  func days(in range: ClosedRange<Day>) -> some Sequence<(day: Day, state: DayState)> {
    let lower = Swift.max(first.distance(to: range.lowerBound), 0)
    let upper = Swift.min(first.distance(to: range.upperBound) + 1, states.count)
    return (lower..<Swift.max(lower, upper)).lazy.map { (first.advanced(by: $0), states[$0]) }
  }
}
