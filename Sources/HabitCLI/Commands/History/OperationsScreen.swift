internal import HabitCore
internal import HabitStore

/// What a clone did, and where git has moved its branch.
struct OperationsScreen: Screen {
  let operations: [Store.PastOperation]
  let style: Style

  var lines: [String] {
    var table = Table([
      .left.dispensable(1), .left, .elastic(downTo: 22), .left.dispensable(2),
    ])
    for operation in operations {
      let moment = operation.moment
      table.add([
        Table.Cell(operation.commit.map(OperationsScreen.short) ?? "", .quiet),
        Table.Cell(moment.map { "\($0.date) \($0.time.hoursAndMinutes)" } ?? ""),
        Table.Cell(OperationsScreen.words(for: operation)),
        Table.Cell(operation.device?.name ?? "", .quiet),
      ])
    }
    return table.lines(in: style)
  }

  private static func short(_ commit: String) -> String { String(commit.prefix(7)) }

  private static func words(for operation: Store.PastOperation) -> String {
    switch operation.kind {
    case "git": "git moved the branch here from \(operation.before.map(short) ?? "nothing")"
    case "nickname": "this clone has another name since"
    case "touch": "a touch that changed nothing"
    case "sync": "sync: \(operation.subject ?? removed)"
    default: operation.subject ?? removed
    }
  }

  private static let removed = "a commit that git has removed"

  static let shape = Shape.list(operation).of { (screen: OperationsScreen) in screen.operations }

  private static let operation = Shape<Store.PastOperation>.object([
    Member(
      "kind",
      .text,
      "command, edit (by hand), edited (both), upkeep, sync, touch, nickname, past (of release 1.1.0) or git."
    ) { $0.kind },
    Member("time", orNull: .moment, "When; null if that is not known.") {
      $0.moment.map { "\($0)" }
    },
    Member("before", orNull: .text, "The commit that the files showed before.") { $0.before },
    Member("commit", orNull: .text, "The commit that they showed after it.") { $0.commit },
    Member("subject", orNull: .text, "The first line of that; null if git removed it.") {
      $0.subject
    },
    Member("user", orNull: .text, "Whose files.") { $0.user?.text },
    Member("device", orNull: .text, "The name of the clone.") { $0.device?.name },
  ])
}
