internal import HabitCore
internal import HabitFiles
public import HabitScore

/// What a change of records did, computed from as few files as will do.
public struct RecordOutcome: Sendable {
  public let changes: [RecordChange]
  public let before: [HabitBoard]
  public let after: [HabitBoard]
  public let day: DayChange
  /// Everything before and after, which takes every file; nil when the change moved no points.
  public let boards: ScoreChange?

  /// What changes did, by the files before them.
  init(_ changes: [RecordChange], in context: CommandContext, on day: Day, reportsTotals: Bool) {
    let (profile, today) = (context.profile, context.today)
    let ids = changes.map(\.habit.id)
    let tracker = context.read(toJudge: day, allOf: Set(ids)).tracker
    let old = tracker.boards(on: today)
    // The boards of other habits are the same before and after.
    let new = zip(old, RecordOutcome.applying(changes, to: tracker).habits).map { board, tracked in
      ids.contains(board.habit.id) ? HabitBoard(of: tracked, profile: profile, on: today) : board
    }
    self.changes = changes
    before = ids.compactMap { old[$0] }
    after = ids.compactMap { new[$0] }
    self.day = DayChange(on: day, from: old, to: new)
    // An earlier day of a quota may change the points of later days too.
    let mayMovePoints = self.day.points != 0 || day != today
    guard reportsTotals || mayMovePoints && changes.contains(where: { $0.edit != nil }) else {
      boards = nil
      return
    }
    let whole = context.read(.everything).tracker
    boards = ScoreChange(from: whole, to: RecordOutcome.applying(changes, to: whole), on: today)
  }

  private static func applying(_ changes: [RecordChange], to tracker: Tracker) -> Tracker {
    changes.reduce(tracker) { tracker, change in
      guard let tracked = tracker[change.habit.id] else { return tracker }
      return tracker.replacing(
        tracked.replacing(
          Tally(of: change.after, on: change.day, dayStart: tracker.profile.dayStart)
        )
      )
    }
  }
}
