public import HabitCore

/// The statistics of one habit over a range of days.
///
/// Today counts when it is done: while open it is neither done nor due. Skipped days are only in
/// ``skipped``. Of amounts, only those with the unit of the last day are added.
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
  /// What was recorded, with free days, the unit of the last day first.
  public let totals: [Total]
  public private(set) var recordedDays = 0
  /// The rate by weekday, Monday first; nil if none was due.
  public let weekdays: [Share?]
  /// The number of entries in each quarter of the day, in the order of ``Rules/quarters``.
  public private(set) var quarters = [0, 0, 0, 0]
  /// The streak at the end of the last day.
  public let streak: Streak
  /// The strength on the last day, computed from all days; nil for a habit with the schedule any time,
  /// before its start and after its end.
  public var strength: Strength? { Strength(of: board, on: lastDay) }

  public var longest: Run { board.longest(in: days) }

  /// How far a sum or a quota is on the last day; nil for other habits.
  public var standing: PeriodStanding? { board.standing(on: lastDay) }

  /// Whether it has the schedule any time on the last day, and so no streak and no strength.
  public var isOnlyTracked: Bool { habit.isAnyTime(on: lastDay) }

  let board: HabitBoard
  private let days: ClosedRange<Day>

  private var lastDay: Day { min(days.upperBound, board.today) }

  /// What was recorded in the unit of the last day.
  public var total: Amount { totals[0].amount }

  /// Whether something was counted that is more than done or not.
  public var isMeasured: Bool { totals[0].goal != .once && totals.contains { $0.amount > .zero } }

  /// The days that were due, skipped ones left out.
  public var due: Int { done + missed }

  /// Whether it is in the lists and counts of a day.
  public func isListed(on day: Day) -> Bool { board.isListed(on: day) }

  /// The due days that were done; nil when none was due.
  public var rate: Share? { Share(done, of: due) }

  /// The amount of a due day on average, in thousandths of the unit, rounded down; of a sum the amount of
  /// a decided period.
  public var average: Amount? {
    let amounts = board.listedDays(in: days).compactMap { day, state -> Amount? in
      guard state == .done || state == .missed, board.goal(on: day).counts(as: totals[0].goal)
      else { return nil }
      let last = board.lastSummedDay(with: day, through: lastDay)
      return board.sum(on: last)?.total ?? board.progress(on: day) ?? .zero
    }
    guard !amounts.isEmpty else { return nil }
    let sum = amounts.reduce(.zero, +)
    return Amount(thousandths: sum.thousandths / Int64(amounts.count))
  }

  public init(of board: HabitBoard, over days: ClosedRange<Day>) {
    var byWeekday = Array(repeating: (done: 0, due: 0), count: 7)
    for (day, state) in board.listedDays(in: days) {
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
    for tally in board.tracked.tallies(in: days) where tally.day <= board.lastListed {
      if tally.progress != nil { recordedDays += 1 }
      guard let times = tally.times else { continue }
      for quarter in quarters.indices { quarters[quarter] += Int(times.quarters[quarter]) }
    }
    self.habit = board.habit
    self.totals = board.totals(in: days)
    self.amount = HabitStatistics.amount(
      of: board,
      over: days,
      in: totals,
      done: done,
      due: done + missed
    )
    self.weekdays = byWeekday.map { Share($0.done, of: $0.due) }
    self.streak = board.streak(on: days.upperBound)
    self.board = board
    self.days = days
  }

  private static func amount(
    of board: HabitBoard,
    over days: ClosedRange<Day>,
    in totals: [Total],
    done: Int,
    due: Int
  ) -> Share? {
    guard board.habit.kind == .formation else { return Share(done, of: due) }
    var (reached, asked) = (Int64(0), Int64(0))
    for stretch in board.habit.goal.stretches(in: days)
    where stretch.entry.value.counts(as: totals[0].goal) {
      guard !stretch.entry.value.isSum else {
        for (day, state) in board.listedDays(in: stretch.days)
        where state == .done || state == .missed {
          guard let sum = board.shown.sum(on: day) else { continue }
          asked += sum.need.thousandths
          reached += min(sum.total, sum.need).thousandths
        }
        continue
      }
      let goal = stretch.entry.value.amount.thousandths
      var tallies = board.tracked.tallies(in: stretch.days)[...]
      for (day, state) in board.listedDays(in: stretch.days)
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
  /// The judged days from one to another with what they were, in order.
  func days(from start: Day, to last: Day) -> some Sequence<(day: Day, state: DayState)> {
    let lower = Swift.max(first.distance(to: start), 0)
    let upper = Swift.min(first.distance(to: last) + 1, states.count)
    return (lower..<Swift.max(lower, upper)).lazy.map { (first.advanced(by: $0), states[$0]) }
  }
}
