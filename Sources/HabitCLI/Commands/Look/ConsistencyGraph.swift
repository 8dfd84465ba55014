internal import HabitCore
internal import HabitScore

/// The days of habits in rows, a mark for each day or a small bar for each part of a long range.
struct ConsistencyGraph {
  /// What a row has marks for.
  private enum Cells {
    /// Each day; the earlier ones are not part of the range.
    case days(earlier: ClosedRange<Day>?, ClosedRange<Day>)
    /// Equal parts of the range.
    case parts([ClosedRange<Day>])
  }

  private let cells: Cells

  /// A graph of a range that fills so many columns; it may begin on `first` instead.
  init(of days: ClosedRange<Day>, columns: Int, reachingBackTo first: Day?) {
    let (last, length) = (days.upperBound, days.lowerBound.distance(to: days.upperBound) + 1)
    if let first {
      let start = max(days.lowerBound, last.advanced(by: 1 - columns), min(first, last))
      // One column is the divider's.
      let earliest = max(first, last.advanced(by: 2 - columns))
      let earlier =
        earliest < days.lowerBound ? earliest...days.lowerBound.advanced(by: -1) : nil
      cells = .days(earlier: earlier, start...last)
    } else {
      cells = length <= columns ? .days(earlier: nil, days) : .parts(days.equalParts(columns))
    }
  }

  /// The days of each column; the divider stands for the day behind it.
  var columns: [ClosedRange<Day>] {
    switch cells {
    case .days(let earlier, let days):
      let before = (earlier?.all ?? []) + (earlier == nil ? [] : [days.lowerBound])
      return (before + days.all).map { $0...$0 }
    case .parts(let parts): return parts
    }
  }

  /// How many days a part has, about; 1 when each day has its mark.
  var daysOfPart: Int {
    guard case .parts(let parts) = cells, let first = parts.first else { return 1 }
    return first.lowerBound.distance(to: first.upperBound) + 1
  }

  func row(of board: HabitBoard, in style: Style) -> Table.Cell {
    // The figures say it in a few words.
    guard !style.isInWords else { return "" }
    switch cells {
    case .days(let earlier, let days):
      let row = style.strip(of: board, days)
      guard let earlier else { return row }
      let divider = Table.Cell(style.glyphs.divider, .quiet)
      return Table.Cell(joining: style.strip(of: board, earlier).parts + [divider] + row.parts)
    case .parts(let parts):
      let shares = parts.map { Count(of: [board], over: $0).share?.fraction }
      return Table.Cell(style.sparkline(shares), board.habit.tone ?? .good)
    }
  }

  /// The row of several habits together, with a small bar for each day or part.
  func row(of boards: [HabitBoard], in style: Style) -> Table.Cell {
    guard !style.isInWords else { return "" }
    func bars(_ counts: [Count]) -> Table.Cell {
      Table.Cell(style.sparkline(counts.map { $0.share?.fraction }), .good)
    }
    func bars(_ days: ClosedRange<Day>) -> Table.Cell {
      bars(days.all.map { Count(of: boards, on: $0) })
    }
    switch cells {
    case .days(let earlier, let days):
      guard let earlier else { return bars(days) }
      let divider = Table.Cell(style.glyphs.divider, .quiet)
      return Table.Cell(joining: [bars(earlier), divider, bars(days)])
    case .parts(let parts): return bars(parts.map { Count(of: boards, over: $0) })
    }
  }

  /// Names of months above the cells in which they begin.
  var scale: String {
    let starts = columns.map(\.lowerBound)
    var text = ""
    for (column, day) in starts.enumerated() {
      let before = column > 0 ? starts[column - 1] : nil
      guard before.map({ $0.startOfMonth != day.startOfMonth }) ?? true else { continue }
      let label = before == nil ? "\(day.dayOfMonth) \(day.monthName.prefix(3))" : day.monthLabel
      let isFree = text.isEmpty || text.count < column
      guard isFree, column + label.count <= starts.count else { continue }
      text += String(repeating: " ", count: column - text.count) + label
    }
    return text
  }
}

extension Day {
  /// `Mar`, and `2026` in January.
  fileprivate var monthLabel: String { month == 1 ? "\(year)" : String(monthName.prefix(3)) }
}
