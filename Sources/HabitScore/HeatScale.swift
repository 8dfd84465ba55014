public import HabitCore

/// The levels of a heat map's days: nothing, three steps that divide the days between, all.
///
/// The steps are the thirds of these very days, so that a map shows differences at whatever height
/// its days are.
///
/// Source: habit-calendar(1), DESCRIPTION.
public struct HeatScale: Sendable {
  /// The habits that are drawn together.
  let habits: [HabitBoard]
  /// How much of what was due was done on each day on which something was due, from 0 to 1.
  private let shares: [Day: Double]
  /// The levels of the days between nothing and all, and below how many per cent each is; of a third
  /// that is empty, as where many days are equal, there is none.
  public let limits: [(level: HeatLevel, percent: Int)]

  /// The scale of some days of some habits together, each counting the same.
  public init(of habits: [HabitBoard], over days: ClosedRange<Day>) {
    var shares: [Day: Double] = [:]
    for day in days.all { shares[day] = habits.share(on: day) }
    self.habits = habits
    self.shares = shares
    // Whole per cents, so that a legend can say them exactly.
    let between = shares.values.filter { $0 > 0 && $0 < 1 }.map(HeatScale.percent).sorted()
    var limits: [(level: HeatLevel, percent: Int)] = []
    if var lower = between.first {
      for (level, third) in [(HeatLevel.little, 1), (.some, 2)] {
        let limit = between[between.count * third / 3]
        if limit > lower { limits.append((level, limit)) }
        lower = limit
      }
      limits.append((.most, 100))
    }
    self.limits = limits
  }

  /// How much of what was due on a day was done, in per cent; nil when nothing was due.
  ///
  /// Only nothing is 0, and only all is 100.
  public func percent(on day: Day) -> Int? {
    shares[day].map(HeatScale.percent)
  }

  private static func percent(of share: Double) -> Int {
    share == 0 ? 0 : share >= 1 ? 100 : min(max(Int((share * 100).rounded()), 1), 99)
  }

  /// The level of a day; nil when nothing was due.
  public func level(on day: Day) -> HeatLevel? {
    guard let share = shares[day] else { return nil }
    guard share > 0 else { return HeatLevel.none }
    guard share < 1 else { return .full }
    return limits.first { HeatScale.percent(of: share) < $0.percent }?.level
  }
}

extension [HabitBoard] {
  /// The mean of the habits that were due on a day; nil when none was.
  ///
  /// Rounded to a billionth, so that thirds that add up to a half are a half.
  fileprivate func share(on day: Day) -> Double? {
    let shares = compactMap { $0.share(on: day)?.fraction }
    guard !shares.isEmpty else { return nil }
    return (shares.reduce(0, +) / Double(shares.count) * 1e9).rounded() / 1e9
  }
}

extension HabitBoard {
  /// How much of a due day's goal was reached, of one part in thousands; nil when it was not due.
  fileprivate func share(on day: Day) -> Share? {
    switch shown[day] {
    case .free, .skipped: return nil
    case .done: return Share(1, of: 1)
    case .open, .missed:
      guard habit.kind == .formation else { return Share(0, of: 1) }
      if let sum = shown.sum(on: day) {
        return Share(min(sum.total.thousandths, sum.need.thousandths), of: sum.need.thousandths)
      }
      let goal = goal(on: day).amount.thousandths
      return Share(min(progress(on: day)?.thousandths ?? 0, goal), of: goal)
    }
  }
}
