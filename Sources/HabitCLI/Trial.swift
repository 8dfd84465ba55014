internal import HabitFiles
internal import Synchronization

/// What a command would change: a session that has one writes, prints and asks nothing.
final class Trial: Sendable {
  /// A commit that would be made.
  struct Change: Sendable {
    let context: CommandContext
    /// The user's files before.
    let tree: FileTree
    let edits: [Edit]
    /// The first line of the commit message.
    let subject: String

    /// The user's files afterwards.
    var treeAfter: FileTree {
      tree.overlaid(with: Dictionary(edits.map { ($0.path, $0.after) }) { first, _ in first })
    }
  }

  private let noted = Mutex<[Change]>([])

  /// The changes, in the order in which they would be made.
  var changes: [Change] { noted.withLock { $0 } }

  func note(_ change: Change) {
    noted.withLock { $0.append(change) }
  }
}

/// A command that changes records or definitions by one commit, so that it can be tried.
protocol DecidingCommand: Subcommand {}
