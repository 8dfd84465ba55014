internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

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
