internal import HabitCore
internal import HabitScore

/// A habit's line of ``TodayScreen``.
struct TodayRow {
  private let board: HabitBoard
  private let style: Style
  private let aim: DayAim
  private let mark: DayMark

  init(_ board: HabitBoard, in style: Style) {
    self.board = board
    self.style = style
    aim = DayAim(board, on: board.today)
    mark = board.mark(on: board.today) ?? .free
  }

  private var habit: Habit { board.habit }
  private var goal: Goal { board.goal(on: board.today) }

  /// The mark and the name, the last seven days, the total, what there is to say of it, the streak.
  var cells: [Table.Cell] {
    let streak = board.streak.current
    let days = board.today.advanced(by: -6)...board.today
    return [
      Table.Cell(joining: [
        style.mark(of: mark), " ",
        Table.Cell(habit.title, habit.tone ?? (mark == .done ? .quiet : nil)),
      ]),
      style.strip(of: board, days),
      Table.Cell(total),
      Table.Cell(remark, mark == .missed ? .bad : nil),
      Table.Cell(
        streak > 0 ? style.glyphs.times + counted(streak, board.streakUnit) : "",
        .quiet
      ),
    ]
  }

  /// What it says while it can wait.
  var later: String {
    let name = habit.name.text
    let text = habit.isBreaking ? "\(name) \(left)" : "\(name) \(quota ?? total), \(wait)"
    return text.terminalSafe
  }

  /// What there is, and what there is to be.
  private var total: String {
    let isTick = goal == .once
    if habit.isAnyTime(on: board.today) { return goal.spelled(aim.progress) }
    guard habit.isBreaking else {
      return isTick ? "" : "\(aim.progress)/\(aim.amount) \(aim.unit)\(aim.span)"
    }
    let unit = ["time", "times"].contains(aim.unit) ? "" : " \(aim.unit)"
    let limit = "at most \(aim.amount)\(unit)\(aim.span)"
    let isLogged = board.progress(on: board.today) != nil || aim.isLoose
    return isLogged ? "\(aim.progress), \(limit)" : limit
  }

  private var remark: String {
    switch mark {
    case .done: return quota ?? ""
    case .skipped: return "skipped"
    case .missed: return board.excess(on: board.today).map { "over by \($0)" } ?? ""
    case .begun, .open:
      guard !habit.isBreaking else { return "not logged yet" }
      let missing = aim.amount - aim.progress
      return [goal == .once ? nil : "\(missing) to go", quota ?? limit].compactMap(\.self)
        .joined(separator: ", ")
    case .free, .extra:
      return board.waitingDays == nil ? "" : habit.isBreaking ? left : wait
    }
  }

  private var limit: String? {
    board.isDueTodayOnly ? "due today only" : goal.isSum ? "last day" : nil
  }

  private var wait: String {
    switch board.waitingDays ?? 0 {
    case 0: "until today"
    case let days: "can wait \(counted(days, "day"))"
    }
  }

  /// What is left of the limit of a week or a month.
  private var left: String { "\(aim.amount - aim.progress) \(aim.unit) left\(aim.span)" }

  /// How far a quota is, today's part included.
  private var quota: String? {
    guard let standing = board.quota(on: board.today) else { return nil }
    let done = standing.done + (mark == .done ? 1 : 0)
    return "\(done)/\(standing.need) \(period)"
  }

  private var period: String {
    switch habit.schedule.value(on: board.today) {
    case .quota(_, .week): "this week"
    case .quota(_, .month): "this month"
    case .quota(_, .days(let days)): "in \(counted(days, "day"))"
    case .daily, .weekly, .monthly, .everyDays, .everyWeeks, .anyTime: ""
    }
  }
}

extension Habit {
  /// The icon, when there is one, and the name.
  var title: String { [icon, name.text].compactMap(\.self).joined(separator: " ") }
}
