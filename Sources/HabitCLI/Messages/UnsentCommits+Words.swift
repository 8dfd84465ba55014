internal import HabitCore
internal import HabitSync

extension UnsentCommits {
  /// How many wait, and the command that sends them.
  var inWords: String {
    guard let count else { return "nothing was sent to \(remote.terminalSafe) yet: habit sync" }
    return "\(counted(count, "commit")) \(count == 1 ? "waits" : "wait") to be sent: habit sync"
  }
}
