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
  private var plan: DayPlan { screen.plan }

  /// The groups in the order of lists, which no key changes.
  private var groups: [HabitGroup] {
    let all =
      HabitGroup.all(of: plan.rows) + [
        .anyTime(plan.anyTime), HabitGroup(name: "later", habits: plan.waiting),
        HabitGroup(name: "not due", habits: showsAll ? plan.others : []),
      ]
    return all.filter { !$0.habits.isEmpty }
  }

  /// The habits from top to bottom.
  var habits: [HabitBoard] { groups.flatMap(\.habits) }

  /// A line of the list, and the habit that it is of.
  private typealias Line = (text: String, habit: HabitID?)

  private func list(selecting selected: HabitID?) -> [Line] {
    guard !screen.isEmpty else { return TodayScreen.welcome.map { ($0, nil) } }
    var table = Table(TodayRow.columns)
    for habit in habits { table.add(TodayRow(habit, on: plan.day, in: style).cells) }
    for id in screen.broken { table.add(TodayRow.cells(ofBroken: id, in: style)) }
    var rows = table.lines(in: style, indent: 2)[...]
    var lines: [Line] = []
    for group in groups {
      if let name = group.name {
        let heading = name.terminalSafe.cut(to: style.columns, ellipsis: style.glyphs.ellipsis)
        lines.append((style.paint(heading, .strong), nil))
      }
      for (habit, row) in zip(group.habits, rows) {
        let mark = habit.habit.id == selected ? "> " : "  "
        lines += fitted(mark + row.dropFirst(2)).map { ($0, habit.habit.id) }
      }
      rows = rows.dropFirst(group.habits.count)
    }
    if groups.isEmpty { lines.append(("Nothing is due.", nil)) }
    return lines + rows.map { ($0, nil) }
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
    let body = list(selecting: selected) + screen.closing.flatMap(fitted).map { ($0, nil) }
    let cursor = body.firstIndex { $0.habit == selected && selected != nil }
    let space = max(1, room - header.count - below.count)
    // The selected line stays in sight.
    let first = max(0, min(body.count - space, (cursor ?? 0) - space / 2))
    let shown = body.dropFirst(first).prefix(space).map(\.text)
    let blank = Array(repeating: "", count: max(0, space - shown.count))
    let top = header + shown + (lower.isEmpty ? blank + said : said + lower + blank)
    return FullScreen.Frame(
      lines: top.prefix(room) + footer,
      row: cursor.map { header.count + $0 - first }
    )
  }
}
