internal import HabitCore
internal import HabitScore

/// A habit's line of ``TodayScreen`` and ``DayView``.
struct TodayRow {
  private let board: HabitBoard
  private let day: Day
  private let style: Style
  private let words: DayWords
  private let mark: DayMark

  init(_ board: HabitBoard, on day: Day, in style: Style) {
    self.board = board
    self.day = day
    self.style = style
    words = DayWords(board, on: day)
    let mark = board.mark(on: day) ?? .free
    self.mark = mark == .free && day == board.today && board.isOpen ? .open : mark
  }

  static let columns: [Table.Column] = [
    .elastic(downTo: 18), .left, .elastic, .elastic(downTo: 14).dispensable(1),
    .left.dispensable(2),
  ]

  private var habit: Habit { board.habit }

  /// The mark and the name, the last seven days, the total, what there is to say of it, the streak.
  var cells: [Table.Cell] {
    let streak = board.streak
    let days = day.advanced(by: -6)...day
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

  /// The line of a habit that cannot be read.
  static func cells(ofBroken id: HabitID, in style: Style) -> [Table.Cell] {
    let mark = Table.Cell("\(style.glyphs.broken) ", .bad)
    return [Table.Cell(joining: [mark, Table.Cell(id.text)]), "", "invalid file", "", ""]
  }

  /// What it says while it can wait.
  var later: String { "\(habit.name.text) \(words.later)".terminalSafe }
}
