internal import HabitApp
internal import HabitCore
internal import HabitStore

/// Who changed what, and when.
struct HistoryScreen: Screen {
  let steps: [PastStep]
  let style: Style

  var lines: [String] {
    var table = Table([
      .left.dispensable(1), .left, .elastic(downTo: 22), .left.dispensable(2),
    ])
    for step in steps {
      let change = step.last
      let time = change.moment.time.hoursAndMinutes
      table.add([
        Table.Cell(String(change.id.prefix(7)), .quiet),
        Table.Cell("\(change.moment.date) \(time)"),
        Table.Cell(step.subject),
        Table.Cell(change.author, .quiet),
      ])
    }
    return table.lines(in: style)
  }

  static let shape = Shape.list(change).of { (screen: HistoryScreen) in
    screen.steps.flatMap(\.changes)
  }

  private static let change = Shape<Store.PastChange>.object([
    Member("commit", .text, "The id of the commit.") { $0.id },
    Member("time", .moment, "When.") { "\($0.moment)" },
    Member("author", .text, "Who.") { $0.author },
    Member("subject", .text, "The first line.") { $0.subject },
    Member("body", .text, "The other lines.") { $0.body },
    Member("round", orNull: .text, "The number of the round of answers that it belongs to.") {
      $0.round
    },
  ])
}
