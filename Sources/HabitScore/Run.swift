public import HabitCore

/// A run inside some days: of complete days, or of days or periods on which a habit was done.
///
/// Source: habit-xp(7), STREAKS.
public struct Run: Hashable, Sendable {
  public let length: Int
  /// What it counts, as a streak does.
  public let unit: Streak.Unit
  /// The days from its beginning to its end; nil if there is no run.
  public let days: ClosedRange<Day>?

  /// The runs of links, each with its days, in order.
  static func all(
    of links: some Sequence<(days: ClosedRange<Day>, link: Streak.Link)>
  ) -> [Run] {
    var runs: [Run] = []
    var run = Streak.Length(unit: .day)
    for (span, link) in links {
      run.add(link, inForce: .day)
      guard run.count > 0 else { continue }
      let first = run.count > 1 ? runs.popLast()?.days?.lowerBound : nil
      let days = (first ?? span.lowerBound)...span.upperBound
      runs.append(Run(length: run.count, unit: run.unit, days: days))
    }
    return runs
  }

  /// The length, as `4 days`.
  public var inWords: String { counted(length, unit.rawValue) }
}

extension [Run] {
  /// The longest one; of one length, the first.
  var longest: Run {
    reduce(Run(length: 0, unit: .day, days: nil)) { $1.length > $0.length ? $1 : $0 }
  }
}

extension Scoreboard {
  /// The runs of complete days inside a range, in order.
  public func runs(in days: ClosedRange<Day>) -> [Run] {
    Run.all(
      of: settled.lazy.filter { days.contains($0.day) }.compactMap { day, verdict in
        Streak.Link(verdict).map { (day...day, $0) }
      }
    )
  }

  /// The longest run of complete days inside a range.
  public func longest(in days: ClosedRange<Day>) -> Run { runs(in: days).longest }
}

extension HabitBoard {
  /// The runs inside a range, in order; a period is inside if its last day is.
  public func runs(in days: ClosedRange<Day>) -> [Run] { counted.runs(in: days) }

  public func longest(in days: ClosedRange<Day>) -> Run { runs(in: days).longest }
}
