internal import Git
public import HabitStore

/// The commits of a clone that wait to be sent to the remote that a sync would send them to.
///
/// A command that only shows something tells it; where the repository does not let it be told, nothing
/// is claimed, and ``SyncStatus`` says why.
public struct UnsentCommits: Hashable, Sendable {
  public let remote: String
  /// How many they are; nil when nothing was ever sent.
  public let count: Int?

  /// The commits that wait to be sent; nil when none does, or when it cannot be told.
  public init?(of location: Location) {
    do {
      let repository = try Repository(at: location.root)
      let head = try repository.head()
      guard let branch = head.branch, let ours = head.commit,
        let remote = try repository.meantRemote(for: branch)?.name
      else { return nil }
      let there = try repository.counterpart(of: branch, at: remote)
      let sent = try [there.published(in: repository), repository.tip(of: there.tracking)]
        .compactMap(\.self)
      guard !sent.contains(ours) else { return nil }
      self.remote = remote
      count = sent.isEmpty ? nil : try repository.commits(of: [ours], without: sent).count
    } catch {
      return nil
    }
    if count == 0 { return nil }
  }
}
