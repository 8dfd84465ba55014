internal import HabitApp
internal import HabitFiles
internal import Synchronization

/// What a command would change: a session that has one writes, prints and asks nothing.
final class Trial: Sendable {
  /// A commit that would be made.
  struct Change: Sendable {
    /// The user's files before.
    let context: CommandContext
    let edits: [Edit]
    /// The first line of the commit message.
    let subject: String
  }

  private let noted = Mutex<[Change]>([])

  /// The changes, in the order in which they would be made.
  var changes: [Change] { noted.withLock { $0 } }

  /// Plans a request and notes its edits.
  func note<Request: ChangeRequest>(
    _ request: Request,
    in context: CommandContext
  ) throws -> Request.Value {
    let plan = try request.plan(in: context)
    let change = Change(context: context, edits: plan.edits, subject: plan.subject)
    noted.withLock { $0.append(change) }
    return plan.value(context)
  }
}

/// A command that changes records or definitions by one commit, so that it can be tried.
protocol DecidingCommand: Subcommand {}
