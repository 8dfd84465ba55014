public import HabitCore
public import HabitFiles

/// Why a definition was not changed.
public enum DefineError: Error, Sendable {
  /// Another active habit has this name.
  case nameTaken(Habit)
  case idTaken(HabitID)
  /// A deleted habit has this name.
  case nameOfDeleted(Habit)
  case userTaken(UserID)
  /// A goal that sums a period would get a schedule.
  case summed(Goal)
  /// A limit, which has no last time, would get a schedule that counts from it.
  case withoutLastTime(Schedule)
  /// The definition would not be valid.
  case invalid(Problem)
  /// A baseline, or the meaning of unlogged days, is given to a habit that is not a breaking one.
  case notBreaking(hasUnlogged: Bool)
  /// A vacation would end before it starts.
  case vacationReversed(from: Day, to: Day)
  /// There is a vacation on some of the days; these there are.
  case onVacation([DaySpan])
  /// No vacation holds the day; the next one after it, if there is one.
  case notOnVacation(Day, next: DaySpan?)
}

extension Reading {
  /// Refuses a name that another active habit has.
  func checkIsFree(_ name: Name, for id: HabitID?) throws(DefineError) {
    let other = tracker.habits.map(\.habit).first {
      $0.id != id && $0.deleted == nil && $0.name.folded == name.folded
    }
    if let other { throw .nameTaken(other) }
  }
}
