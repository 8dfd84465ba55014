internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// A user's day on a screen: what is at stake, the habits by group, and what can wait.
struct TodayScreen: Screen {
  let board: Scoreboard
  /// The habits that cannot be read.
  let broken: [HabitID]
  let user: UserID
  let name: Name?
  let plan: DayPlan
  let style: Style

  private var today: Day { plan.day }

  private var habits: [HabitBoard] { (plan.rows + plan.anyTime + plan.waiting).inListOrder }

  /// Whether the user has no habits.
  var isEmpty: Bool { board.habits.isEmpty && broken.isEmpty }

  var lines: [String] {
    guard !isEmpty else { return header + TodayScreen.welcome }
    return header + body + closing
  }

  /// Which habits are shown does not depend on the size of the screen.
  static let shape = Shape<TodayScreen>.object([
    .date { $0.today },
    .user { $0.user },
    Member("habits", .list(habit), "The habits that the screen shows.") { $0.habits },
    .broken { $0.broken },
    .known("awarded", .flag, "Whether the day is complete.", of: \.board) {
      $0.points(on: $0.today) > 0
    },
    .streaks(of: \.board),
    .known("xp", .count, "All points.", of: \.board) { $0.xp.points },
    .known("level", .whole(1), "The level.", of: \.board) { $0.level.number },
  ]).defined(as: "today")

  private static let habit = Shape<HabitBoard>.object([
    .named { $0.habit },
    .state { $0.state(on: $0.today) },
    .progress { $0.progress(on: $0.today) },
    .goal { $0.goal(on: $0.today) },
    .period { $0.standing(on: $0.today) },
    Member("due", .flag, "Whether it is due on this day.") { $0.isDue(on: $0.today) },
    Member("canWait", orNull: .count, "For how many days it can wait; null when it cannot.") {
      $0.waitingDays
    },
    Member("late", orNull: .count, "For how many days it is late; null when it is not.") {
      $0.lateDays(on: $0.today)
    },
    .streaks { $0.streak },
  ])

  static let welcome = [
    "No habits yet. Add one: habit add \"Drink water\" --goal \"8 glasses\"",
    "Or bring those of another program: habit import FILE",
    "Or learn in a folder of its own: habit tutorial",
  ]

  // MARK: The first line and the last

  /// The day and the user; what is done of it, and what becomes of the streak.
  var header: [String] {
    let ellipsis = style.glyphs.ellipsis
    let name = (name?.text ?? user.text).terminalSafe
    let title = (today.longInYear + style.glyphs.separator + name)
      .cut(to: style.columns, ellipsis: ellipsis)
    let strong = style.paint(title, .strong)
    let facts = Table.Cell(joining: Array((count + outlook).joined(separator: ["  "])))
    guard !facts.text.isEmpty else { return [strong] }
    let text = facts.text.cut(to: style.columns, ellipsis: ellipsis)
    let room = min(style.columns, TodayScreen.widest) - displayWidth(of: title)
    let space = room - displayWidth(of: text)
    guard space >= 2 else { return [strong, facts.painted(text, in: style)] }
    return [strong + String(repeating: " ", count: space) + facts.painted(text, in: style)]
  }

  /// Where the first line ends at most, in columns: the eye does not follow a longer one.
  private static let widest = 80

  /// How much of what is due is done.
  private var count: [[Table.Cell]] {
    let due = plan.due
    guard !due.isEmpty else { return [] }
    let done = due.count { $0.state(on: today) == .done }
    let bar = style.plainBar(Amount(done), of: Amount(due.count), columns: 7)
    return [["\(done)/\(due.count) ", Table.Cell(bar, .good)]]
  }

  private var outlook: [[Table.Cell]] {
    let tone: Style.Tone? =
      switch board.outlook {
      case .none, .atStake: nil
      case .safe: .good
      case .lost: .bad
      }
    guard !board.isIncomplete, today == board.today else { return [] }
    return board.outlook.inWords.map { [[Table.Cell($0, tone)]] } ?? []
  }

  var closing: [String] {
    var parts = ["level \(board.level.number)", "\(grouped(board.xp.points)) XP"]
    if board.streak.best > 0 { parts.append("best streak \(counted(board.streak.best, "day"))") }
    if board.isIncomplete { parts = style.unknownLevel }
    return style.folded(parts).map { style.paint($0, .quiet) }
  }

  // MARK: The habits

  private var body: [String] {
    let all = plan.groups
    let idle = plan.rows.isEmpty && broken.isEmpty ? "Nothing is due today." : nil
    let first = [board.vacationLine ?? idle].compactMap(\.self)
    let lines = first + lines(of: all)
    // The first line and the last ones, and the shell's prompt.
    let room = (style.lines ?? .max) - 4
    let later = later(atMost: max(4, room - lines.count))
    guard lines.count > room - later.count else { return lines + later }
    let open = all.map { $0.with { $0.filter { !$0.isSettled } } }
    return first + self.lines(of: open) + settled + later
  }

  private func lines(of groups: [HabitGroup]) -> [String] {
    HabitGroup.lines(groups, from: rows(of: groups.flatMap(\.habits)), in: style)
  }

  /// What is done or skipped, on a screen that does not hold a line for each.
  private var settled: [String] {
    let names = plan.rows.filter(\.isSettled).map(\.habit.name.text.terminalSafe)
    return names.isEmpty ? [] : style.listed(names, behind: "done or skipped:", atMost: 2)
  }

  /// What can wait, on so many lines.
  private func later(atMost lines: Int) -> [String] {
    let items = plan.waiting.map { board in
      "\(board.habit.name.text) \(DayWords(board, on: today).later)".terminalSafe
    }
    guard !items.isEmpty else { return [] }
    return style.listed(items, behind: "later:", atMost: lines)
  }
}

extension HabitBoard {
  /// Whether nothing is left to do today.
  fileprivate var isSettled: Bool { [.done, .skipped].contains(state(on: today)) }
}
