internal import HabitCore
internal import HabitScore

/// A habit's line of ``TodayScreen``.
struct TodayRow {
  private let board: HabitBoard
  private let style: Style
  private let words: DayWords
  private let mark: DayMark

  init(_ board: HabitBoard, in style: Style) {
    self.board = board
    self.style = style
    words = DayWords(board, on: board.today)
    let mark = board.mark(on: board.today) ?? .free
    self.mark = mark == .free && board.isOpen ? .open : mark
  }

  private var habit: Habit { board.habit }

  /// The mark and the name, the last seven days, the total, what there is to say of it, the streak.
  var cells: [Table.Cell] {
    let streak = board.streak
    let days = board.today.advanced(by: -6)...board.today
    return [
      Table.Cell(joining: [
        style.mark(of: mark), style.isInWords ? ": " : " ",
        Table.Cell(habit.title, habit.tone ?? (mark == .done ? .quiet : nil)),
      ]),
      style.strip(of: board, days),
      Table.Cell(words.total),
      Table.Cell(words.remark, mark == .missed ? .bad : nil),
      Table.Cell(streak.current > 0 ? style.glyphs.times + streak.inWords : "", .quiet),
    ]
  }

  /// What it says while it can wait.
  var later: String { "\(habit.name.text) \(words.later)".terminalSafe }
}
