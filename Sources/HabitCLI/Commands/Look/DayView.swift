internal import HabitCore
internal import HabitScore
internal import Posix

/// What `habit day` shows of a day: its habits, what the last key did, and below, what was asked for.
struct DayView {
  let screen: TodayScreen
  /// Whether habits are shown that are not due.
  let showsAll: Bool
  /// The width of the terminal, in columns; a line of words may be longer.
  let columns: Int
  /// What the last key did, or why it could not.
  var message: String
  var selected: HabitID?
  /// What was asked for, as its own command shows it.
  var lower: [String] = []

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
  private var list: (lines: [String], cursor: Int?) {
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

  /// What fills the screen; the cursor stands on the selected habit, or behind what is being typed.
  func frame(typing line: String? = nil) -> String {
    let height = max(4, style.lines ?? 24)
    let keys = style.folded(DayLoop.keys, by: "  ").prefix(1).map { style.paint($0, .quiet) }
    let footer = line.map { Array($0.wrapped(to: columns - 1).suffix(height / 2)) } ?? keys
    let said = message.trimmed.wrapped(to: columns).filter { !$0.isEmpty }.prefix(height / 3)
    let told = said + lower.flatMap(fitted)
    let (list, cursor) = list
    let (head, body) = (screen.header.flatMap(fitted), list + screen.closing.flatMap(fitted))
    let room = height - footer.count
    // The list has the half of the screen, or what the rest leaves; a free line is between them.
    let rest = room - head.count - body.count
    let gap = told.count < rest && !told.isEmpty ? [""] : []
    let below = gap + told.prefix(max(said.count, room / 2, rest))
    let header = head.prefix(max(1, room - below.count - 1))
    let space = max(1, room - header.count - below.count)
    // The selected line stays in sight.
    let first = max(0, min(body.count - space, (cursor ?? 0) - space / 2))
    let top = header + body.dropFirst(first).prefix(space) + below
    let blank = Array(repeating: "", count: max(0, room - top.count))
    let row = line == nil ? cursor.map { header.count + $0 - first } ?? height - 1 : nil
    return FullScreen.text(of: Array((top + blank).prefix(room) + footer), row: row)
  }
}
