internal import HabitCore
public import HabitStore

/// Who changed what, and when.
public struct HistoryScreen: Screen {
  private let changes: [Store.PastChange]
  private let style: Style

  /// Changes, the latest first.
  public init(_ changes: [Store.PastChange], in style: Style) {
    self.changes = changes
    self.style = style
  }

  /// A line for each change.
  public var lines: [String] {
    var table = Table([
      .left.dispensable(1), .left, .elastic(downTo: 22), .left.dispensable(2),
    ])
    for change in changes {
      let time = change.moment.time.hoursAndMinutes
      table.add([
        Table.Cell(String(change.id.prefix(7)), .quiet),
        Table.Cell("\(change.moment.date) \(time)"),
        Table.Cell(change.subject),
        Table.Cell(change.author, .quiet),
      ])
    }
    return table.lines(in: style)
  }

  /// The changes with the whole of their messages.
  public var output: Output {
    .list(
      changes.map { change in
        .object([
          ("commit", .text(change.id)),
          ("time", .text("\(change.moment)")),
          ("author", .text(change.author)),
          ("subject", .text(change.subject)),
          ("body", .text(change.body)),
        ])
      }
    )
  }
}
