public import HabitCore

/// What the days of a range come to for several habits together.
///
/// Deleted habits count on the days before their deletion, as they do in the ledger.
///
/// Source: habit-stats(1), STATISTICS.
public struct Statistics: Sendable {
  /// The days.
  public let days: ClosedRange<Day>
  /// Each habit, in the order of lists.
  public let habits: [HabitStatistics]
  /// The days on which everything due was done, at least one thing.
  public let perfectDays: Int
  /// The days that could have been perfect; today doesn't count while it is open.
  public let judgedDays: Int
  /// How this range compares with the one of the same length before it; nil when either has
  /// nothing due.
  public let trend: Trend?

  /// How a range compares with the one before it.
  public enum Trend: String, CaseIterable, Hashable, Sendable {
    case improving, stable, declining
  }

  /// The statistics of the habits of a board over a range of days.
  public init(of board: Scoreboard, over days: ClosedRange<Day>) {
    let boards = board.habits.inListOrder
    let before = Statistics.range(before: days)
    self.days = days
    self.habits = boards.map { HabitStatistics(of: $0, over: days) }
    let settled = board.settled.filter { days.contains($0.day) }
    self.perfectDays = settled.count { $0.verdict == .complete }
    self.judgedDays = settled.count { $0.verdict != .neutral }
    self.trend = Trend(
      from: Statistics.rate(of: boards, over: before),
      to: Statistics.rate(of: habits)
    )
  }

  /// The done days among the due ones of all habits together; nil when nothing was due.
  public var rate: Share? { Statistics.rate(of: habits) }

  /// The done days of all habits together.
  public var done: Int { habits.map(\.done).reduce(0, +) }

  /// The due days of all habits together.
  public var due: Int { habits.map(\.due).reduce(0, +) }

  /// The done days among the due ones of all habits together, by weekday, Monday first.
  public var weekdays: [Share?] {
    (0..<7).map { weekday in
      let shares = habits.compactMap { $0.weekdays[weekday] }
      return Share(shares.map(\.part).reduce(0, +), of: shares.map(\.whole).reduce(0, +))
    }
  }

  /// How many entries were made in each quarter of the day, in the order of ``Rules/quarters``.
  public var quarters: [Int] {
    habits.reduce(into: [0, 0, 0, 0]) { sums, habit in
      for quarter in sums.indices { sums[quarter] += habit.quarters[quarter] }
    }
  }

  private static func rate(of habits: [HabitStatistics]) -> Share? {
    Share(habits.map(\.done).reduce(0, +), of: habits.map(\.due).reduce(0, +))
  }

  /// The done days among the due ones of several habits together; nil when nothing was due.
  public static func rate(
    of boards: [HabitBoard],
    over days: ClosedRange<Day>
  ) -> Share? {
    let shares = boards.compactMap { HabitStatistics.rate(of: $0, over: days) }
    return Share(shares.map(\.part).reduce(0, +), of: shares.map(\.whole).reduce(0, +))
  }
}

extension Statistics {
  /// How the due days of one habit compare with those of the range before.
  public func trend(of board: HabitBoard) -> Trend? {
    Trend(
      from: HabitStatistics.rate(of: board, over: Statistics.range(before: days)),
      to: HabitStatistics.rate(of: board, over: days)
    )
  }

  /// As many days before some days.
  private static func range(before days: ClosedRange<Day>) -> ClosedRange<Day> {
    let length = days.lowerBound.distance(to: days.upperBound) + 1
    return days.lowerBound.advanced(by: -length)...days.lowerBound.advanced(by: -1)
  }
}

extension Statistics.Trend {
  /// The trend between two shares.
  ///
  /// Source: habit-stats(1), STATISTICS.
  init?(from before: Share?, to after: Share?) {
    guard let before, let after else { return nil }
    // In whole numbers, over the product of the wholes.
    let difference = 100 * (after.part * before.whole - before.part * after.whole)
    let step = Int64(Rules.trendPoints) * after.whole * before.whole
    self = difference >= step ? .improving : difference <= -step ? .declining : .stable
  }
}

// MARK: Best and worst

extension Statistics {
  /// The weekday with the best share of done days, and the one with the worst: of equal ones the one with
  /// more due days, then the earlier; nil where all are equal.
  public var bestWeekday: Weekday? { Statistics.first(of: weekdays) { $0 > $1 } }

  /// The weekday with the worst share of done days, as ``bestWeekday``.
  public var worstWeekday: Weekday? { Statistics.first(of: weekdays) { $0 < $1 } }

  static func first(
    of weekdays: [Share?],
    _ isBetter: (Share, Share) -> Bool
  ) -> Weekday? {
    let shares = zip(Weekday.allCases, weekdays).compactMap { day, share in
      share.map { (day: day, share: $0) }
    }
    guard shares.contains(where: { $0.share != shares[0].share }) else { return nil }
    return shares.min { left, right in
      guard left.share == right.share else { return isBetter(left.share, right.share) }
      return (right.share.whole, left.day) < (left.share.whole, right.day)
    }?.day
  }

  /// The habit that goes best: the best rate among those that were due often enough; nil where all are
  /// equal.
  ///
  /// Ties go to more due days, more done ones, then the id.
  ///
  /// Source: habit-stats(1), STATISTICS.
  public var topHabit: HabitStatistics? { compared?.first?.habit }

  /// The habit that needs a nudge, if any does.
  ///
  /// That is the one with the worst rate, when that is low, or far below the mean and not high; nil where
  /// all are equal.
  ///
  /// Source: habit-stats(1), STATISTICS.
  public var nudge: HabitStatistics? {
    guard let compared, let worst = compared.last else { return nil }
    let isBehind =
      worst.rate.isBelow(percent: Rules.highRate)
      && worst.rate.isBehind(compared.map(\.rate), percent: Rules.lagPoints)
    return worst.rate.isBelow(percent: Rules.lowRate) || isBehind ? worst.habit : nil
  }

  private typealias Judged = (habit: HabitStatistics, rate: Share)

  /// The habits that were due often enough to be compared, and are still there, the best first; nil
  /// where no two differ.
  private var compared: [Judged]? {
    let judged: [Judged] = habits.compactMap { habit in
      let isThere = habit.habit.deleted.map { days.upperBound < $0 } ?? true
      guard isThere, habit.due >= Rules.fewestDueDays, let rate = habit.rate
      else { return nil }
      return (habit, rate)
    }.sorted(by: Statistics.goesBetter)
    return judged.first?.rate == judged.last?.rate ? nil : judged
  }

  private static func goesBetter(_ left: Judged, _ right: Judged) -> Bool {
    guard left.rate == right.rate else { return left.rate > right.rate }
    let (a, b) = (left.habit, right.habit)
    return (b.due, b.done, a.habit.id) < (a.due, a.done, b.habit.id)
  }
}
