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
    var (run, best) = (Streak.Length(unit: .day), Streak.Length(unit: .day))
    var (first, days): (Day?, ClosedRange<Day>?)
    for (span, link) in links {
      run.add(link, inForce: .day)
      if run.count == 1 { first = span.lowerBound }
      if run.count > best.count { (best, days) = (run, first.map { $0...span.upperBound }) }
    }
    (length, unit, self.days) = (best.count, best.unit, days)
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
