public import HabitCore

/// The habits that a screen shows of one day.
public struct DayPlan: Sendable {
  public let day: Day
  /// The habits that are due or late and those with progress, in the order of lists.
  public let rows: [HabitBoard]
  /// The active habits that are only tracked, in the order of lists.
  public let anyTime: [HabitBoard]
  /// The habits that can wait, the most urgent first; none on another day than today.
  public let waiting: [HabitBoard]
  /// All other active habits, in the order of lists.
  public let others: [HabitBoard]

  public init(
    of board: Scoreboard,
    on day: Day,
    where isMeant: (HabitBoard) -> Bool = { _ in true }
  ) {
    let known = board.habits.filter { $0.isListed(on: day) && isMeant($0) }.inListOrder
    let anyTime = known.filter { $0.habit.isAnyTime(on: day) && $0.habit.isActive(on: day) }
    let isApart = Set(anyTime.map(\.habit.id))
    let rows = known.filter { board in
      (board.isDue(on: day) || board.progress(on: day) != nil || board.lateDays(on: day) != nil)
        && !isApart.contains(board.habit.id)
    }
    let isShown = isApart.union(rows.map(\.habit.id))
    let waiting = known.filter {
      day == board.today && $0.waitingDays != nil && !isShown.contains($0.habit.id)
    }
    let isKnown = isShown.union(waiting.map(\.habit.id))
    self.day = day
    self.rows = rows
    self.anyTime = anyTime
    self.waiting = waiting.mostUrgentFirst(on: day)
    others = known.filter { $0.habit.isActive(on: day) && !isKnown.contains($0.habit.id) }
  }

  /// The rows by their first tag, the most urgent first; what is only tracked comes last.
  public var groups: [HabitGroup] {
    HabitGroup.all(of: rows).map { $0.with { $0.mostUrgentFirst(on: day) } } + [.anyTime(anyTime)]
  }

  /// The rows that count for the day: those that are due and not skipped.
  public var due: [HabitBoard] {
    rows.filter { $0.isDue(on: day) && $0.state(on: day) != .skipped }
  }
}
