public import HabitCore

/// Why a day of a habit has its state, and the effect on streaks and points.
///
/// Source: habit-why(1).
public struct Explanation: Sendable {
  public let habit: Habit
  public let day: Day
  /// The goal in force and since when.
  public let goal: Dated<Goal>.Entry
  /// The schedule in force and since when.
  public let schedule: Dated<Schedule>.Entry
  /// The recorded total.
  public let tally: Tally
  public let state: DayState
  /// The state for streaks and awards, which differs in the streak mode partial.
  public let countedState: DayState
  /// Why it was not due; nil if it was.
  public let exemption: Exemption?
  /// The quota before the day; nil if the schedule is no quota.
  public let quota: QuotaStanding?
  /// The sum on the day; nil if the goal is per day.
  public let sum: SumStanding?
  /// How far a sum or a quota is with the day; nil for other days.
  public let standing: PeriodStanding?
  /// The amount above the limit; nil if it was kept.
  public let excess: Amount?
  /// The habit's streak before the day.
  public let streakBefore: Int
  /// The habit's streak after the day.
  public let streakAfter: Int
  /// The points of the day.
  public let award: AwardExplanation

  /// Why a habit was not due on a day.
  public enum Exemption: Hashable, Sendable {
    case notBegun(start: Day)
    case ended(Day)
    case deleted(Day)
    /// It was paused.
    case rest(DaySpan)
    case vacation(DaySpan)
    /// The profile's time zone left out the day.
    case neverWas
    /// The schedule did not name the day.
    case notNamed
    case anyTime
    /// Another day decides the sum of the period.
    case sums(SumStanding)
    /// The quota could wait, or was met.
    case canWait(QuotaStanding)
    /// Not so much time had passed since the last time.
    case waits(Wait)
    case future
  }

  /// The explanation of a day of one habit of a user.
  ///
  /// For the other habits, the records of ``HabitBoard/daysNeeded(toJudge:of:profile:)`` suffice.
  public init?(of habit: HabitID, on day: Day, in boards: [HabitBoard]) {
    guard let board = boards[habit] else { return nil }
    self.habit = board.habit
    self.day = day
    goal = board.habit.goal.entry(on: day)
    schedule = board.habit.schedule.entry(on: day)
    tally = board.tracked.tally(on: day)
    state = board.shown[day]
    countedState = board.counted[day]
    quota = board.quota(on: day)
    sum = board.sum(on: day)
    standing = board.standing(on: day)
    excess = board.excess(on: day)
    exemption = state == .free ? Exemption(of: board, on: day) : nil
    streakBefore = board.streak(on: day.advanced(by: -1)).current
    streakAfter = board.streak(on: day).current
    award = AwardExplanation(of: boards, on: day)
  }
}

extension Explanation.Exemption {
  fileprivate init(of board: HabitBoard, on day: Day) {
    let habit = board.habit
    if day > board.today {
      self = .future
    } else if day < habit.start {
      self = .notBegun(start: habit.start)
    } else if let end = habit.end, day > end {
      self = .ended(end)
    } else if let deleted = habit.deleted, day >= deleted {
      self = .deleted(deleted)
    } else if let rest = habit.pauses.first(where: { $0.contains(day) }) {
      self = .rest(rest)
    } else if let vacation = board.profile.vacations.first(where: { $0.contains(day) }) {
      self = .vacation(vacation)
    } else if board.profile.missingDays.contains(day) {
      self = .neverWas
    } else if let sum = board.sum(on: day) {
      self = .sums(sum)
    } else if habit.isAnyTime(on: day) {
      self = .anyTime
    } else if let quota = board.quota(on: day) {
      self = .canWait(quota)
    } else if let wait = board.wait(on: day) {
      self = .waits(wait)
    } else {
      self = .notNamed
    }
  }
}

/// Why a day earned points, or none.
public struct AwardExplanation: Sendable {
  public let day: Day
  public let verdict: DayVerdict
  /// Its points, in XP.
  public let points: Int
  /// The habits that were done, in order.
  public let done: [Habit]
  /// The habits that were due and not done, in order.
  public let left: [Habit]
  public let skipped: [Habit]
  /// Whether it can no longer become complete.
  public let isLost: Bool

  public init(of boards: [HabitBoard], on day: Day) {
    func habits(_ states: Set<DayState>) -> [Habit] {
      boards.filter { states.contains($0.counted[day]) }.map(\.habit)
    }
    self.day = day
    verdict = DayVerdict(on: day, of: boards)
    points = verdict.points
    done = habits([.done])
    left = habits([.open, .missed])
    skipped = habits([.skipped])
    isLost = !habits([.missed]).isEmpty
  }
}

/// Why the user's streak is as long as it is.
public struct StreakExplanation: Sendable {
  public let streak: Streak
  /// The first complete day of the current streak; nil without one.
  public let since: Day?
  /// The number of days since then on which nothing was due, or everything was skipped.
  public let neutralDays: Int
  /// The last day that broke a streak; nil when none did.
  public let lastBreak: AwardExplanation?
  /// Today, when it is still open.
  public let openToday: AwardExplanation?

  public init(of board: Scoreboard) {
    streak = board.streak
    let past = board.settled
    let broken = past.lastIndex { $0.verdict == .incomplete }
    let run = past[(broken.map { $0 + 1 } ?? 0)...]
    since = run.first { $0.verdict == .complete }?.day
    neutralDays =
      since.map { first in run.count { $0.verdict == .neutral && $0.day > first } } ?? 0
    lastBreak = broken.map { AwardExplanation(of: board.habits, on: past[$0].day) }
    let today = AwardExplanation(of: board.habits, on: board.today)
    openToday = today.verdict == .incomplete && past.last?.day != board.today ? today : nil
  }
}
