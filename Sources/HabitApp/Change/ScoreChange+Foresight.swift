public import HabitCore
public import HabitScore

/// A value before and after.
public struct Shift<Value: Equatable & Sendable>: Sendable {
  public let before: Value
  public let after: Value

  public var isChange: Bool { before != after }
}

// What a change does, in full: for who only asks what it would do.
extension ScoreChange {
  /// How far ahead days that are due are looked for, and how many are listed.
  private static let foresightDays = 60
  private static let mostDueDays = 3

  public struct HabitShift: Sendable {
    public let habit: Habit
    public let streak: Shift<Int>
    public let best: Shift<Int>
    /// The next days on which it is due when nothing more is done.
    public let dueDays: Shift<[Day]>

    var isChange: Bool { streak.isChange || best.isChange || dueDays.isChange }
  }

  public var xp: Shift<Int> { shift(\.xp.points) }
  public var level: Shift<Int> { shift(\.level.number) }
  public var streak: Shift<Int> { shift(\.streak.current) }
  public var best: Shift<Int> { shift(\.streak.best) }

  private func shift(_ number: (Scoreboard) -> Int) -> Shift<Int> {
    Shift(before: number(before), after: number(after))
  }

  /// The habits of which something changes, in the order of their ids.
  public var habits: [HabitShift] {
    let old = before.habits.byID
    return after.habits.map { new in
      let known = old[new.habit.id]
      return HabitShift(
        habit: new.habit,
        streak: Shift(before: known?.streak.current ?? 0, after: new.streak.current),
        best: Shift(before: known?.streak.best ?? 0, after: new.streak.best),
        dueDays: Shift(
          before: known.map(ScoreChange.dueDays) ?? [],
          after: ScoreChange.dueDays(new)
        )
      )
    }.filter(\.isChange)
  }

  public var badges: (gained: [Achievement.Kind], lost: [Achievement.Kind]) {
    let (old, new) = (before.achievements.map(\.kind), after.achievements.map(\.kind))
    return (new.filter { !old.contains($0) }, old.filter { !new.contains($0) })
  }

  private static func dueDays(_ board: HabitBoard) -> [Day] {
    let end = board.today.advanced(by: foresightDays)
    return Array(board.daysDueIfIdle(through: end).prefix(mostDueDays))
  }
}
