public import HabitCore

public enum MapMark: Hashable, Sendable {
  /// Partly done.
  case level(HeatLevel)
  /// All or nothing was done, or nothing was due.
  case day(DayMark)

  /// Days of one mark that follow each other as one: `2 done, under a third`.
  public static func inWords(_ marks: [MapMark?]) -> String {
    DayMark.inWords(
      marks.map { mark in
        switch mark {
        case .level(let level): level.inWords
        case .day(let day): day.inWords
        case nil: "no day"
        }
      }
    )
  }
}

extension HeatScale {
  /// The mark of a day in a map; nil where no habit existed, and in the future.
  public func mark(on day: Day) -> MapMark? {
    guard let today = habits.first?.today, day <= today else { return nil }
    let level = level(on: day)
    if let level, level > .none, level < .full { return .level(level) }
    if case .one(let habit) = self { return habit.mark(on: day).map(MapMark.day) }
    guard let level else {
      return habits.contains { $0.habit.isWithin(day) } ? .day(.free) : nil
    }
    return .day(level == .full ? .done : day == today ? .open : .missed)
  }
}
