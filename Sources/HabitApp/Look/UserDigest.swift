public import HabitCore
public import HabitFiles
public import HabitScore

/// What the days of one user in a range came to.
public struct UserDigest: Sendable {
  public let user: UserID
  /// What the user is called, when the profile says so.
  public let name: Name?
  /// What was done of what was due.
  public let statistics: Statistics
  /// The points of these days, in XP.
  public let points: Int
  /// The streak at the end of the last day, in days.
  public let streak: Streak
  /// The habits that missed a day, and the last one missed.
  public let missed: [(habit: Habit, day: Day)]
  /// The habits that were due and missed no day.
  public let kept: [HabitStatistics]
  public let badges: [Achievement]
  /// The records with a note, by day.
  public let notes: [QueryRow]

  /// The digest of a user's files; deleted habits are in no list, but count on the days before.
  public init(of context: CommandContext, _ reading: Reading, over days: ClosedRange<Day>) {
    let board = Scoreboard(of: reading.tracker, on: context.today)
    user = context.user
    name = context.profile.name
    statistics = Statistics(of: board, over: days)
    points = board.ledger.filter { days.contains($0.day) }.map(\.points).reduce(0, +)
    streak = board.streak(on: days.upperBound)
    let boards = board.habits.filter { $0.habit.deleted == nil }
    let missed = boards.inListOrder.compactMap { board in
      days.all.last { board.state(on: $0) == .missed }.map { (habit: board.habit, day: $0) }
    }
    self.missed = missed
    let isMissed = Set(missed.map(\.habit.id))
    kept = statistics.habits.filter {
      $0.done > 0 && $0.habit.deleted == nil && !isMissed.contains($0.habit.id)
    }
    badges = board.achievements.filter { days.contains($0.day) }
    notes = QueryYear.all(of: boards, over: days, in: [], of: context).flatMap(\.rows)
      .filter { $0.record.note != nil }
  }
}
