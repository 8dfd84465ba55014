internal import HabitCore
internal import HabitScore
internal import Posix

/// What `habit day` shows of a day: its habits, what the last key did, and below, what was asked for.
struct DayView {
  let screen: TodayScreen
  /// Whether habits are shown that are not due.
  let showsAll: Bool
  /// What the last key did, or why it could not.
  let message: [String]
  /// What was asked for, as its own command shows it.
  let lower: [String]
  /// The width of the terminal, in columns; a line of words may be longer.
  let columns: Int

  private var style: Style { screen.style }

  /// The groups in the order of lists, which no key changes.
  private var groups: [HabitGroup] {
    HabitGroup.all(of: screen.plan.rows) + [
      .anyTime(screen.plan.anyTime), HabitGroup(name: "later", habits: screen.plan.waiting),
      HabitGroup(name: "not due", habits: showsAll ? screen.plan.others : []),
    ]
  }

  /// The habits from top to bottom.
  var habits: [HabitBoard] { groups.flatMap(\.habits) }

  /// The lines of the list, and which of them the selected habit has.
  private func list(selecting selected: HabitID?) -> (lines: [String], cursor: Int?) {
    guard !screen.isEmpty else { return (TodayScreen.welcome, nil) }
    let habits = habits
    var rows = screen.rows(of: habits)
    let place = habits.firstIndex { $0.habit.id == selected }
    if let place { rows[place] = "> " + rows[place].dropFirst(2) }
    let idle = habits.isEmpty ? ["Nothing is due."] : []
    let lines = idle + HabitGroup.lines(groups, from: rows, in: style)
    let line = place.flatMap { lines.firstIndex(of: rows[$0]) }
    return (lines.flatMap(fitted), line.map { lines.prefix($0).flatMap(fitted).count })
  }

  private func fitted(_ line: String) -> [String] {
    style.isInWords ? line.wrapped(to: columns) : [line]
  }

  /// The lines of a screen of a height, and that of the selected habit.
  func frame(selecting selected: HabitID?) -> FullScreen.Frame {
    let height = max(4, style.lines ?? 24)
    let footer = style.folded(DayKey.summary, by: "  ").prefix(1).map { style.paint($0, .quiet) }
    let said = Array(message.flatMap { $0.wrapped(to: columns) }.prefix(3))
    let lower = lower.flatMap(fitted)
    let room = height - footer.count
    let below = Array((said + lower).prefix(lower.isEmpty ? said.count : max(said.count, room / 2)))
    let header = Array(screen.header.flatMap(fitted).prefix(max(1, room - below.count - 1)))
    let (list, cursor) = list(selecting: selected)
    let body = list + screen.closing.flatMap(fitted)
    let space = max(1, room - header.count - below.count)
    // The selected line stays in sight.
    let first = max(0, min(body.count - space, (cursor ?? 0) - space / 2))
    let shown = body.dropFirst(first).prefix(space)
    let blank = Array(repeating: "", count: max(0, space - shown.count))
    let top = header + shown + (lower.isEmpty ? blank + said : said + lower + blank)
    return FullScreen.Frame(
      lines: top.prefix(room) + footer,
      row: cursor.map { header.count + $0 - first }
    )
  }
}
