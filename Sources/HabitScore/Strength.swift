public import HabitCore

/// How firm a habit is, from 0 to 1: the smoothed score of Loop Habit Tracker.
///
/// Each day moves it towards 1 by what was done and towards 0 by what was not. Where the schedule names
/// days only those count, each for all the days to the next one: 1 needs all of them. A day of a limit
/// is worth all or nothing. Skipped days, pauses and vacations leave it as it is. Today counts once
/// something was recorded.
///
/// Source: habit-stats(1), STRENGTH; Loop's `Score.compute` and `ScoreList`.
public struct Strength: Hashable, Sendable {
  /// The strength, from 0 to 1.
  public let value: Double

  public var percent: Int { Int((value * 100).rounded()) }

  /// The strength of a habit on a day; nil for one that is only tracked, before its start and after its
  /// end.
  public init?(of board: HabitBoard, on day: Day) {
    guard let value = Strength.course(of: board, over: day...day)[0] else { return nil }
    self.value = value
  }

  /// The strength at the end of each day of a range, from 0 to 1; nil outside of the habit's life, and
  /// while it is only tracked.
  public static func course(of board: HabitBoard, over days: ClosedRange<Day>) -> [Double?] {
    let count = days.lowerBound.distance(to: days.upperBound) + 1
    var course = [Double?](repeating: nil, count: count)
    let first = board.habit.start.distance(to: days.lowerBound)
    walk(over: board.tracked, board.profile, on: board.today) { index, value in
      if course.indices.contains(index - first) { course[index - first] = value }
    }
    return course
  }

  /// Follows the strength from the habit's start to its end or today.
  @inline(__always)
  private static func walk(
    over tracked: TrackedHabit,
    _ profile: Profile,
    on today: Day,
    _ visit: (Int, Double?) -> Void
  ) {
    let habit = tracked.habit
    guard let line = FactLine(of: tracked, profile: profile, today: today, through: today) else {
      return
    }
    let hasSums = habit.hasSums
    var value = habit.kind == .formation ? 0.0 : 1.0
    var window = Window()
    // The amounts of the same days, for sums.
    var amounts = Window()
    for regime in habit.regimes(in: line.days) {
      let frequency = Frequency(regime.rule)
      let named = regime.schedule.flatMap { line.named(by: $0, in: regime.days) }
      let inertia = named == nil ? frequency.inertia : frequency.inertiaOfNamedDay
      for goals in habit.goal.stretches(in: regime.days) {
        let goal = goals.entry.value.amount
        let isSum = goals.entry.value.isSum
        let isCounted = goal == Amount(1) && !isSum
        let (times, days) =
          named == nil ? frequency.window(isCounted: isCounted) : (times: 1, days: 1)
        var tallies = tracked.tallies(in: goals.days)
        for index in line.indices(of: goals.days) {
          let day = line.days.lowerBound.advanced(by: index)
          let tally = tallies.first.flatMap { $0.day == day ? $0 : nil }
          if tally != nil { tallies = tallies.dropFirst() }
          let facts = line.facts[index]
          defer { visit(index, regime.schedule?.value == .anyTime ? nil : value) }
          guard named?[regime.days.lowerBound.distance(to: day)] ?? true,
            !facts.contains(.inactive),
            !facts.contains(.skip) || !facts.isDisjoint(with: [.done, .exceeded]),
            index != line.today || tally?.progress != nil
          else { continue }
          if hasSums { amounts.add(Double(tally?.progress?.thousandths ?? 0), lasting: days) }
          window.add(Strength.value(of: tally?.progress, goal, habit.kind), lasting: days)
          let part =
            isSum
            ? Strength.value(ofSum: amounts.sum, goal, habit.kind)
            : min(1, window.sum / Double(times))
          value = value * inertia + part * (1 - inertia)
        }
      }
    }
  }

  /// What one day is worth, from 0 to 1.
  private static func value(of progress: Amount?, _ goal: Amount, _ kind: Habit.Kind) -> Double {
    switch kind {
    case .formation:
      guard let progress else { return 0 }
      return goal > .zero ? min(1, Strength.ratio(progress, goal)) : 1
    case .breaking(_, let unlogged):
      guard let progress = progress ?? (unlogged == .kept ? .zero : nil) else { return 0 }
      return progress <= goal ? 1 : 0
    }
  }

  /// What the sum of a period's last days is worth, from 0 to 1, in thousandths of the unit.
  private static func value(ofSum sum: Double, _ goal: Amount, _ kind: Habit.Kind) -> Double {
    let whole = Double(goal.thousandths)
    return kind == .formation ? min(1, sum / whole) : sum <= whole ? 1 : 0
  }

  private static func ratio(_ part: Amount, _ whole: Amount) -> Double {
    Double(part.thousandths) / Double(whole.thousandths)
  }
}

/// How often a schedule asks: so many times in so many days.
struct Frequency {
  let times: Int
  let days: Int

  init(_ rule: Regime.Rule) {
    switch rule {
    case .schedule(let entry): (times, days) = Frequency.rate(of: entry.value)
    case .sum(let goal): (times, days) = (1, goal.per.period?.meanDays ?? 1)
    }
  }

  private static func rate(of schedule: Schedule) -> (times: Int, days: Int) {
    switch schedule {
    case .daily: (1, 1)
    case .weekly(let weekdays): (weekdays.count, 7)
    case .everyDays(let interval): (1, interval)
    case .everyWeeks(let weeks, let weekdays): (weekdays.count, 7 * weeks)
    case .monthly(let monthDays): (monthDays.count, 30)
    case .everyMonths(let months, let monthDays): (monthDays.count, 30 * months)
    case .yearly(let yearDays): (yearDays.count, 365)
    case .after(.days(let days)): (1, days)
    case .after(.months(let months)): (1, 30 * months)
    case .quota(let count, let period): (count, period.meanDays)
    // None of its days counts.
    case .anyTime: (1, 1)
    }
  }

  /// The days that are looked back on, and what they are to come to; ticks of rare habits are
  /// looked for twice as far back.
  func window(isCounted: Bool) -> (times: Int, days: Int) {
    isCounted && times < days ? (2 * times, 2 * days) : (times, days)
  }

  /// How much of the strength stays from one day to the next.
  var inertia: Double { inertia(overDays: 1) }

  /// How much of the strength stays from one named day to the next, which is as much as the days
  /// between them would leave.
  var inertiaOfNamedDay: Double { inertia(overDays: 1 / rate) }

  private var rate: Double { min(1, Double(times) / Double(days)) }

  private func inertia(overDays days: Double) -> Double {
    exponential(-Frequency.logarithmOfTwo * rate.squareRoot() * days / Frequency.halfLife)
  }

  private static let logarithmOfTwo = 0.693_147_180_559_945_3
  /// Days after which a daily habit that is let go has half its strength.
  private static let halfLife = 13.0

  /// The exponential function near zero, by its series.
  private func exponential(_ exponent: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1...24 {
      term *= exponent / Double(index)
      sum += term
    }
    return sum
  }
}

extension Schedule.Period {
  /// How many days it has, as Loop counts a month.
  fileprivate var meanDays: Int {
    switch self {
    case .week: 7
    case .month: 30
    case .quarter: 91
    case .year: 365
    case .days(let days): days
    }
  }
}

/// The values of the last so many days, and their sum.
private struct Window {
  private var values: [Double] = []
  private var first = 0
  private(set) var sum = 0.0

  mutating func add(_ value: Double, lasting days: Int) {
    values.append(value)
    sum += value
    while values.count - first > days {
      sum -= values[first]
      first += 1
    }
    // A longer window after a shorter one takes back what it lost.
    while first > 0, values.count - first < days {
      first -= 1
      sum += values[first]
    }
  }
}
