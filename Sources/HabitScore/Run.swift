public import HabitCore

/// The longest run inside some days: of complete days, or of days or periods on which a habit was done.
///
/// Of runs of one length, it is the first.
///
/// Source: habit-xp(7), STREAKS.
public struct Run: Hashable, Sendable {
  public let length: Int
  /// What it counts, as a streak does.
  public let unit: Streak.Unit
  /// The days from its beginning to its end; nil if there is no run.
  public let days: ClosedRange<Day>?

  /// The longest run of links, each with its days, in order.
  init(of links: some Sequence<(days: ClosedRange<Day>, link: Streak.Link)>) {
    var (length, unit, days): (Int, Streak.Unit, ClosedRange<Day>?) = (0, .day, nil)
    var (run, runUnit, first): (Int, Streak.Unit, Day?) = (0, .day, nil)
    for (span, link) in links {
      guard case .kept(let linkUnit) = link else {
        (run, first) = (0, nil)
        continue
      }
      let start = first ?? span.lowerBound
      runUnit = run == 0 || runUnit == linkUnit ? linkUnit : .time
      (run, first) = (run + 1, start)
      if run > length { (length, unit, days) = (run, runUnit, start...span.upperBound) }
    }
    self.length = length
    self.unit = unit
    self.days = days
  }

  /// The length, as `4 days`.
  public var inWords: String { counted(length, unit.rawValue) }
}

extension Scoreboard {
  /// The longest run of complete days inside a range.
  public func longest(in days: ClosedRange<Day>) -> Run {
    Run(
      of: settled.lazy.filter { days.contains($0.day) }.compactMap { day, verdict in
        Streak.Link(verdict).map { (day...day, $0) }
      }
    )
  }
}

extension HabitBoard {
  /// The longest run inside a range; a period is inside if its last day is.
  public func longest(in days: ClosedRange<Day>) -> Run { counted.longest(in: days) }
}
