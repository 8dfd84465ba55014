internal import Git
internal import HabitCore
public import HabitStore
internal import Posix

/// The commits of a clone that wait to be sent, told from git's small files alone.
///
/// It costs no start of git's library, so that a command that only shows can tell it. Where these files
/// do not tell, nothing is claimed; ``SyncStatus`` knows.
public struct UnsentCommits: Hashable, Sendable {
  /// The remote that a sync would send them to.
  public let remote: String
  /// How many they are; nil when nothing was ever sent.
  public let count: Int?

  /// The commits that wait to be sent; nil when none does, or when it cannot be told.
  public init?(of location: Location) {
    guard let directory = location.gitDirectory else { return nil }
    let files = ReferenceFiles(in: directory)
    guard let branch = files.branch, let ours = files.tip(of: branch), let remote = files.remote
    else { return nil }
    self.remote = remote
    let name = branch.branchName
    let published =
      files.tip(of: PublishedReference(of: remote, branch).name)
      ?? files.tip(of: PublishedReference.legacy(remote))
    let sent = [published, files.tip(of: "refs/remotes/\(remote)/\(name)")].compactMap(\.self)
    guard !sent.isEmpty else {
      count = nil
      return
    }
    guard !sent.contains(ours), let count = files.steps(of: branch, from: sent, to: ours) else {
      return nil
    }
    self.count = count
  }
}
