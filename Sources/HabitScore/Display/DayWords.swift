public import HabitCore

/// The words of screens and reports about one day of a habit.
public struct DayWords: Sendable {
  private let board: HabitBoard
  private let day: Day
  private let aim: DayAim
  private let mark: DayMark

  public init(_ board: HabitBoard, on day: Day) {
    self.board = board
    self.day = day
    aim = DayAim(board, on: day, said: day)
    mark = board.mark(on: day) ?? .free
  }

  private var habit: Habit { board.habit }
  private var goal: Goal { board.goal(on: day) }

  /// Total and goal, `3/8 glasses`; empty if a day can only be done or not.
  public var total: String {
    if habit.isAnyTime(on: day) { return goal.spelled(aim.progress) }
    guard habit.isBreaking else {
      return goal == .once ? "" : "\(aim.progress)/\(aim.amount) \(aim.unit)\(aim.span)"
    }
    let unit = ["time", "times"].contains(aim.unit) ? "" : " \(aim.unit)"
    let limit = "at most \(aim.amount)\(unit)\(aim.span)"
    let isLogged = board.progress(on: day) != nil || aim.isLoose
    return isLogged ? "\(aim.progress), \(limit)" : limit
  }

  /// The remark beside the total.
  public var remark: String {
    switch mark {
    case .done: return quota ?? ""
    case .skipped: return "skipped"
    case .missed: return board.excess(on: day).map { "over by \($0)" } ?? ""
    case .begun, .open:
      guard !habit.isBreaking else { return aim.isLoose ? "not logged today" : "not logged yet" }
      let missing = aim.amount - aim.progress
      return [goal == .once ? nil : "\(missing) to go", quota ?? late ?? limit]
        .compactMap(\.self).joined(separator: ", ")
    case .free, .extra:
      return waitingDays == nil ? late ?? "" : habit.isBreaking ? left : wait ?? ""
    }
  }

  /// The remark of a habit that can wait.
  public var later: String {
    habit.isBreaking
      ? left
      : [quota ?? total, wait ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var waitingDays: Int? { day == board.today ? board.waitingDays : nil }

  private var limit: String? {
    board.isDueTodayOnly ? "due today only" : goal.isSum ? "last day" : nil
  }

  /// For how long it is late, by a schedule that counts from the last time.
  private var late: String? {
    board.lateDays(on: day).flatMap { Urgency.late(days: $0).waitInWords }
  }

  private var wait: String? { waitingDays.flatMap { Urgency.canWait(days: $0).waitInWords } }

  /// What is left of the limit of a period.
  private var left: String { "\(aim.amount - aim.progress) \(aim.unit) left\(aim.span)" }

  /// The progress of a quota, with this day.
  private var quota: String? {
    guard !goal.isSum, let standing = board.standing(on: day),
      case .quota(_, let period) = habit.schedule.value(on: day)
    else { return nil }
    return "\(standing.progress)/\(standing.goal) \(period.inWords)"
  }
}

extension Schedule.Period {
  fileprivate var inWords: String {
    switch self {
    case .week: "this week"
    case .month: "this month"
    case .quarter: "this quarter"
    case .year: "this year"
    case .days(let days): "in \(counted(days, "day"))"
    }
  }
}

extension Urgency {
  /// For how long it is late, or can wait; nil of another habit.
  public var waitInWords: String? {
    switch self {
    case .late(let days): "\(counted(days, "day")) late"
    case .canWait(0): "until today"
    case .canWait(let days): "can wait \(counted(days, "day"))"
    case .open, .done, .skipped, .anyTime, .free: nil
    }
  }
}

extension HabitBoard {
  /// The number of days it can wait; nil if it cannot, or if nothing is missing.
  public var waitingDays: Int? {
    if case .canWait(let days) = urgency { days } else { nil }
  }

  /// For how many days it is late on a day; nil when it is not, and for other schedules than those that
  /// count from the last time.
  public func lateDays(on day: Day) -> Int? {
    if case .late(let days) = urgency(on: day) { days } else { nil }
  }

  /// Whether something is to be done today: it is open, or late.
  public var isOpen: Bool { state(on: today) == .open || lateDays(on: today) != nil }
}
