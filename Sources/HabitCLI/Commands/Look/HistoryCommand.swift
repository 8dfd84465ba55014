internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore

/// `habit history`: who changed what, and when.
struct HistoryCommand: Subcommand {
  static let name = "history"
  static let abstract = "Show who changed what, and when."
  static let json = JSONOutput(
    "A list of commits, the latest first; with --operations, of what the clone did.",
    HistoryScreen.shape,
    OperationsScreen.shape
  )

  @Argument(help: "The habit; the default is all.", completion: .habits)
  var habit: String?

  @Option(parsing: .unconditional, help: .of("number", "The number of changes to show."))
  var limit: Int = 20

  @Flag(help: "Show what this clone did, including commits that no branch has any more.")
  var operations = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    guard limit > 0 else {
      throw Diagnosis(.usage, "\(limit) changes cannot be shown", hint: "1 or more")
    }
    let context = try session.context()
    if operations {
      guard habit == nil else {
        throw Diagnosis(.usage, "--operations shows those of all habits")
      }
      let operations = try context.operations(limit: limit)
      return try session.show(OperationsScreen(operations: operations, style: session.style))
    }
    let reading = context.read(.definitions)
    let id = try habit.map { name in try session.habit(name, in: reading, on: context.today).id }
    let steps = try context.history(of: id, limit: limit)
    try session.show(HistoryScreen(steps: steps, style: session.style))
  }
}

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
