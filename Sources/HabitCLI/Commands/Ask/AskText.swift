internal import HabitCore
internal import HabitScore

/// What `habit ask` says of habits and days.
struct AskText {
  let style: Style

  /// The day that the questions below are about.
  func heading(of day: Day) -> String { style.paint(day.long, .strong) }

  func question(of board: HabitBoard, _ record: Record, on day: Day) -> String {
    let (aim, goal) = (DayAim(board, on: day), board.goal(on: day))
    let others = aim.progress - (board.progress(on: day) ?? .zero)
    let progress = (record.progress ?? .zero) + (goal.isSum ? others : .zero)
    let asked = "\(progress)/\(goal.spelled(aim.amount))\(aim.span)"
    guard board.habit.isBreaking else {
      let rest =
        switch board.urgency(on: day) {
        case .anyTime: ", any time"
        case .canWait, .late: board.today == day ? ", \(DayWords(board, on: day).remark)" : ""
        case .open, .done, .skipped, .free: ""
        }
      return "\(board.habit.name) \(asked)\(rest) ?"
    }
    let there = record.progress == nil && !goal.isSum ? "not logged" : "\(progress)"
    return "\(board.habit.name) \(there), at most \(goal.spelled(aim.amount))\(aim.span) ?"
  }

  /// What was done of the days that were open, and of the rest, and what that earned.
  func closing(
    of open: [(habit: HabitID, day: Day)],
    and rest: [(habit: HabitID, day: Day)],
    before: Scoreboard,
    after: Scoreboard
  ) -> [String] {
    let boards = after.habits.byID
    let states = open.compactMap { boards[$0.habit]?.state(on: $0.day) }
    let skipped = states.count { $0 == .skipped }
    // A no is no record of a habit that is to be done.
    let others = rest.count { question in
      boards[question.habit].map { board in
        board.progress(on: question.day).map { $0 > .zero || board.habit.isBreaking } ?? false
      } ?? false
    }
    var parts: [String] = []
    if !open.isEmpty { parts.append("\(states.count { $0 == .done }) of \(states.count) done") }
    if others > 0 { parts.append(open.isEmpty ? "\(others) recorded" : "\(others) more recorded") }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    let points = after.xp.points - before.xp.points
    if points != 0 { parts.append("\(points < 0 ? "-" : "+")\(grouped(abs(points))) XP") }
    parts += [after.outlook.inWords].compactMap(\.self)
    return style.folded(parts).map { style.paint($0, .strong) }
  }
}
