internal import HabitCore
internal import HabitScore

extension TodayScreen {
  /// A line of each of some habits, and behind them one of each that cannot be read.
  func rows(of habits: [HabitBoard]) -> [String] {
    var table = Table([
      .elastic(downTo: 18), .left, .elastic, .elastic(downTo: 14).dispensable(1),
      .left.dispensable(2),
    ])
    for habit in habits { table.add(cells(of: habit)) }
    for id in broken {
      let mark = Table.Cell("\(style.glyphs.broken) ", .bad)
      table.add([Table.Cell(joining: [mark, Table.Cell(id.text)]), "", "invalid file", "", ""])
    }
    return table.lines(in: style, indent: 2)
  }

  /// The mark and the name, the last seven days, the total, what there is to say of it, the streak.
  private func cells(of board: HabitBoard) -> [Table.Cell] {
    let (day, habit, streak) = (plan.day, board.habit, board.streak(on: plan.day))
    let words = DayWords(board, on: day)
    let known = board.mark(on: day) ?? .free
    let mark = known == .free && day == board.today && board.isOpen ? .open : known
    return [
      Table.Cell(joining: [
        style.mark(of: mark), style.isInWords ? ": " : " ",
        Table.Cell(habit.title, habit.tone ?? (mark == .done ? .quiet : nil)),
      ]),
      style.strip(of: board, day.advanced(by: -6)...day),
      Table.Cell(words.total),
      Table.Cell(words.remark, mark == .missed ? .bad : nil),
      Table.Cell(streak.current > 0 ? style.glyphs.times + streak.inWords : "", .quiet),
    ]
  }
}
