internal import HabitCore
internal import HabitScore

// The marks of days: one for each meaning, the same on every screen.

extension Style {
  /// The mark of a day at the head of a line, or its word.
  func mark(of day: DayMark) -> Table.Cell {
    guard !isInWords else { return Table.Cell(day.inWords, tone(of: day)) }
    return Table.Cell(
      day == .done ? glyphs.days.checked : glyphs.days.glyph(of: day),
      tone(of: day)
    )
  }

  /// A row of days, each with its mark; a space where the habit did not exist.
  func strip(of board: HabitBoard, _ days: ClosedRange<Day>) -> Table.Cell {
    guard !isInWords else { return Table.Cell(DayMark.inWords(days.all.map(board.mark))) }
    var runs: [(text: String, tone: Tone?)] = []
    for day in days.all {
      let mark = board.mark(on: day)
      let text = mark.map(glyphs.days.glyph) ?? " "
      let tone = mark == .done ? board.habit.tone ?? .good : mark.flatMap(tone)
      if let last = runs.last, last.tone == tone {
        runs[runs.count - 1].text += text
      } else {
        runs.append((text, tone))
      }
    }
    return Table.Cell(joining: runs.map { Table.Cell($0.text, $0.tone) })
  }

  /// What the marks of a row of days mean.
  var legend: [String] {
    isInWords ? [] : DayMark.allCases.map { "\(glyphs.days.glyph(of: $0)) \($0.inWords)" }
  }

  /// The mark of a day in a map; a space for a day without a mark.
  func cell(of mark: MapMark?) -> String {
    guard let mark else { return " " }
    let tone =
      switch mark {
      case .level: Tone.good
      case .day(let day): tone(of: day)
      }
    let glyph = glyphs.days.glyph(of: mark)
    return tone.map { paint(glyph, $0) } ?? glyph
  }

  private func tone(of day: DayMark) -> Tone? {
    switch day {
    case .done: .good
    case .begun, .open: nil
    case .missed: .bad
    case .skipped, .extra, .free: .quiet
    }
  }
}

extension Habit {
  var tone: Style.Tone? { color.map(Style.Tone.own) }
}
