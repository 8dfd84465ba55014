public import HabitCore

/// How many of the days of habits that were due were done: the share of a day, and of a range.
///
/// Source: habit-stats(1), STATISTICS.
public struct Count: Hashable, Sendable {
  public private(set) var done = 0
  public private(set) var due = 0

  /// Nil when nothing was due.
  public var share: Share? { Share(done, of: due) }

  /// In per cent, rounded half up; nil when nothing was due.
  public var percent: Int? { share?.percent }

  public init() {}

  public init(_ done: Int, of due: Int) { (self.done, self.due) = (done, due) }

  /// The habits of a day; open ones are due.
  public init(of boards: [HabitBoard], on day: Day) {
    for board in boards where board.isListed(on: day) {
      let state = board.state(on: day)
      if state == .done { done += 1 }
      if state != .free, state != .skipped { due += 1 }
    }
  }

  /// The habits of a range of days; what is open is left out.
  public init(of boards: [HabitBoard], over days: ClosedRange<Day>) {
    for board in boards {
      for (_, state) in board.listedDays(in: days) {
        if state == .done { done += 1 }
        if state == .done || state == .missed { due += 1 }
      }
    }
  }
}
