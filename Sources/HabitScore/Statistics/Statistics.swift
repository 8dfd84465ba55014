public import HabitCore

/// The statistics of several habits over a range of days.
///
/// Deleted habits count on the days before their deletion, as they do in the ledger.
///
/// Source: habit-stats(1), STATISTICS.
public struct Statistics: Sendable {
  public let days: ClosedRange<Day>
  /// Each habit, in the order of lists.
  public let habits: [HabitStatistics]
  /// Whether a habit cannot be read, so that the complete days are not known.
  public let isIncomplete: Bool
  /// The days on which everything due was done, at least one thing.
  public let perfectDays: Int
  /// The days on which something was due; today does not count while it is open.
  public let judgedDays: Int
  /// The longest run of complete days.
  public let longest: Run
  /// The trend against the range of equal length before; nil if nothing was due in one of them.
  public let trend: Trend?

  /// The change of the rate against the range before.
  public enum Trend: String, CaseIterable, Hashable, Sendable {
    case improving, stable, declining
  }

  /// The statistics of a user's habits, or of some of them; complete days are always those of all.
  public init(of board: Scoreboard, over days: ClosedRange<Day>, habits some: [HabitBoard]? = nil) {
    let boards = some ?? board.habits.inListOrder
    let before = Statistics.range(before: days)
    self.days = days
    self.habits = boards.map { HabitStatistics(of: $0, over: days) }
    isIncomplete = board.isIncomplete
    let settled = board.settled.filter { days.contains($0.day) }
    self.perfectDays = settled.count { $0.verdict == .complete }
    self.judgedDays = settled.count { $0.verdict != .neutral }
    self.longest = board.longest(in: days)
    self.trend = Trend(
      from: Count(of: boards, over: before).share,
      to: Count(of: boards, over: days).share
    )
  }

  /// The rate of all habits together; nil if nothing was due.
  public var rate: Share? { Share(done, of: due) }

  public var done: Int { habits.map(\.done).reduce(0, +) }

  public var due: Int { habits.map(\.due).reduce(0, +) }

  /// The rate of all habits together by weekday, Monday first.
  public var weekdays: [Share?] {
    (0..<7).map { weekday in
      let shares = habits.compactMap { $0.weekdays[weekday] }
      return Share(shares.map(\.part).reduce(0, +), of: shares.map(\.whole).reduce(0, +))
    }
  }

  /// The number of entries in each quarter of the day, in the order of ``Rules/quarters``.
  public var quarters: [Int] {
    habits.reduce(into: [0, 0, 0, 0]) { sums, habit in
      for quarter in sums.indices { sums[quarter] += habit.quarters[quarter] }
    }
  }
}

extension Statistics {
  public func trend(of board: HabitBoard) -> Trend? {
    Trend(
      from: Count(of: [board], over: Statistics.range(before: days)).share,
      to: Count(of: [board], over: days).share
    )
  }

  /// The range of equal length before a range.
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
    // In integers, multiplied by both wholes.
    let difference = 100 * (after.part * before.whole - before.part * after.whole)
    let step = Int64(Rules.trendPoints) * after.whole * before.whole
    self = difference >= step ? .improving : difference <= -step ? .declining : .stable
  }
}

// MARK: Best and worst

extension Statistics {
  /// The weekday with the highest rate, of those with enough due days; nil if all are equal.
  ///
  /// Ties go to more due days, then to the earlier weekday.
  ///
  /// Source: habit-stats(1), STATISTICS.
  public var bestWeekday: Weekday? { Statistics.first(of: weekdays) { $0 > $1 } }

  /// The weekday with the lowest rate, as ``bestWeekday``.
  public var worstWeekday: Weekday? { Statistics.first(of: weekdays) { $0 < $1 } }

  static func first(of weekdays: [Share?], _ isBetter: (Share, Share) -> Bool) -> Weekday? {
    let shares = zip(Weekday.allCases, weekdays).compactMap { day, share in
      share.flatMap { $0.whole >= Rules.fewestWeekdays ? (day: day, share: $0) : nil }
    }
    guard shares.contains(where: { $0.share != shares[0].share }) else { return nil }
    return shares.min { left, right in
      guard left.share == right.share else { return isBetter(left.share, right.share) }
      return (right.share.whole, left.day) < (left.share.whole, right.day)
    }?.day
  }

  /// The habit with the highest rate among those that were due often enough; nil if all are equal.
  ///
  /// Ties go to more due days, then to more done days, then to the id.
  ///
  /// Source: habit-stats(1), STATISTICS.
  public var strongest: HabitStatistics? { compared?.first?.habit }

  /// The habit with the lowest rate, if that is low, or far below the mean; nil if all are equal.
  ///
  /// Source: habit-stats(1), STATISTICS.
  public var weakest: HabitStatistics? {
    guard let compared, let worst = compared.last else { return nil }
    let isBehind = worst.rate.isBehind(compared.map(\.rate), percent: Rules.lagPoints)
    return worst.rate.isBelow(percent: Rules.lowRate) || isBehind ? worst.habit : nil
  }

  private typealias Judged = (habit: HabitStatistics, rate: Share)

  /// The habits that were due often enough and are not deleted, by rate; nil if all rates are equal.
  private var compared: [Judged]? {
    let fewest = Rules.fewestDueDays(in: days.lowerBound.distance(to: days.upperBound) + 1)
    let judged: [Judged] = habits.compactMap { habit in
      guard habit.board.isListed(on: days.upperBound), habit.due >= fewest,
        let rate = habit.rate
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
