import HabitCore
import HabitScore
import TestSupport
import Testing

/// How much of the expensive properties is tried.
enum Thoroughness {
  /// Days of an exhaustive log.
  static let days = rounds(7, long: 8)
  /// The step from log to log: among every fifth is each way that five of the seven days can be.
  static let step = rounds(5, long: 1)
  /// Random worlds of some forty habit-days each; in long runs many million days in all.
  static let worlds = rounds(10_000, long: 1_500_000)
}

/// Whether the scores of a tracker are those of the definition; records the first difference.
func agrees(_ tracker: Tracker, on today: Day, _ world: @autoclosure () -> String) -> Bool {
  let board = Scoreboard(of: tracker, on: today)
  let isFull = tracker.profile.streakMode == Dated(.full)
  var definitions: [Definition] = []
  for (habit, tracked) in zip(board.habits, tracker.habits) {
    let shown = Definition(tracked, tracker.profile, today, countingPartial: false)
    let counted =
      isFull ? shown : Definition(tracked, tracker.profile, today, countingPartial: true)
    definitions.append(counted)
    var day = tracked.habit.start.advanced(by: -1)
    while day <= today.advanced(by: 1) {
      let (state, isDue) = (habit.state(on: day), habit.isDue(on: day))
      guard state == shown.state(day), isDue == (state != .free) else {
        Issue.record(
          "\(habit.habit.id) on \(day): \(state), should be \(shown.state(day)) in \(world())"
        )
        return false
      }
      day = day.advanced(by: 1)
    }
    let streak = counted.streak(on: today)
    // A day that is over tells the same later: of a few days the run at their end.
    for ago in [1, 2, 3, 7] {
      let day = today.advanced(by: -ago)
      let (past, expected) = (habit.streak(on: day), counted.streak(on: day))
      let units = counted.streakUnits(on: day)
      guard past.current == expected.current, past.best == expected.best,
        past.unit == units.current,
        past.bestUnit == units.best
      else {
        Issue.record(
          "\(habit.habit.id) at the end of \(day): \(past), should be \(expected) in \(world())"
        )
        return false
      }
    }
    let units = counted.streakUnits(on: today)
    guard habit.streak.current == streak.current, habit.streak.best == streak.best,
      habit.streak.unit == units.current, habit.streak.bestUnit == units.best
    else {
      Issue.record(
        "\(habit.habit.id): \(habit.streak), should be \(streak), \(units) in \(world())"
      )
      return false
    }
  }
  let first = tracker.habits.map(\.habit.start).min() ?? today
  let user = UserDefinition(habits: definitions, from: first, through: today)
  let streak = user.streak(on: today)
  let eve = today.advanced(by: -1)
  guard board.streak(on: eve).current == user.streak(on: eve).current,
    board.xp(on: eve).points == user.awarded.count(where: { $0 <= eve }) * 50
  else {
    Issue.record("\(board.streak(on: eve)) at the end of \(eve) in \(world())")
    return false
  }
  guard board.ledger.map(\.day) == user.awarded, board.streak.current == streak.current,
    board.streak.best == streak.best, board.xp.points == user.awarded.count * 50
  else {
    Issue.record(
      """
      \(board.ledger.map(\.day)), \(board.streak), \(board.xp); should be \(user.awarded), \
      \(streak) in \(world())
      """
    )
    return false
  }
  return true
}
