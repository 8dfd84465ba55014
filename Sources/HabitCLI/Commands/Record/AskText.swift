internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// What `habit ask` says of habits and days.
struct AskText {
  let style: Style

  /// A question about a habit.
  struct Question {
    let name: String
    /// The place, the habit and its numbers.
    let text: String
    let columns: Int
    /// The keys that answer it, shown where there is room.
    private static let keys = "[y n + s l u q ?]"

    fileprivate init(_ name: String, _ text: String, in columns: Int) {
      (self.name, self.text, self.columns) = (name, text, columns)
    }

    /// The question on one line, with the keys where they fit.
    var fitted: String {
      let room = columns - 1
      let whole = "  \(text) \(Question.keys) "
      return displayWidth(of: whole) <= room
        ? whole : "  \(text)".cut(to: room - 1, ellipsis: "?") + " "
    }
  }

  /// The day that the questions below are about, and what becomes of the streak.
  func heading(of day: Day, _ outlook: StreakOutlook?) -> String {
    guard case .atStake? = outlook, let words = outlook?.inWords else {
      return style.paint(day.long, .strong)
    }
    return style.paint(day.long + style.glyphs.separator + words, .strong)
  }

  /// The group that the questions below are of.
  func heading(of group: String) -> String {
    style.paint(group.terminalSafe.cut(to: style.columns, ellipsis: style.glyphs.ellipsis), .quiet)
  }

  func question(
    of board: HabitBoard,
    _ record: Record,
    on day: Day,
    at position: String
  ) -> Question {
    let (aim, goal) = (DayAim(board, on: day), board.goal(on: day))
    let others = aim.progress - (board.progress(on: day) ?? .zero)
    let progress = (record.progress ?? .zero) + (goal.isSum ? others : .zero)
    let name = board.habit.name.text.terminalSafe
    var parts: [String] = []
    if board.habit.isBreaking {
      let there = record.progress == nil && !goal.isSum ? "not logged" : "\(progress)"
      parts.append("\(there), at most \(goal.spelled(aim.amount))\(aim.span)")
    } else {
      // One time is done or not.
      if goal != .once || progress > .zero {
        parts.append("\(progress)/\(goal.spelled(aim.amount))\(aim.span)")
      }
      let words = DayWords(board, on: day)
      switch board.urgency(on: day) {
      case .canWait, .late:
        if board.today == day { parts.append(goal.isSum ? words.remark : words.later) }
      case .anyTime, .open, .done, .skipped, .free: break
      }
    }
    if board.today == day, board.streak.current > 0 {
      parts.append(style.glyphs.times + board.streak.inWords)
    }
    let words = ([position + " " + name] + [parts.joined(separator: ", ")].filter { !$0.isEmpty })
    return Question(name, words.joined(separator: " ") + " ?", in: style.columns)
  }

  /// What was answered, on one line.
  func answer(_ cells: [Table.Cell], at position: String) -> String {
    var room = style.columns - displayWidth(of: position) - 2
    var texts: [String] = []
    for (index, cell) in cells.enumerated() {
      let gap = index < 2 ? 1 : 2
      let text = cell.text.cut(to: max(0, room - gap), ellipsis: style.glyphs.ellipsis)
      guard room - gap - displayWidth(of: text) >= 0, room > gap else { break }
      room -= gap + displayWidth(of: text)
      texts.append(String(repeating: " ", count: gap) + cell.painted(text, in: style))
    }
    return "  " + style.paint(position, .quiet) + texts.joined()
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
