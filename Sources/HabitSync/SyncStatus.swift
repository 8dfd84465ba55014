internal import Git
public import HabitStore

/// How far a clone and a remote are apart, as far as is known without asking the remote.
public struct SyncStatus: Hashable, Sendable {
  /// The remote.
  public let remote: String
  /// Where it is.
  public let address: String
  /// Commits here that the remote did not have when it was last asked.
  public let unpublished: Int
  /// Commits that came with the last fetch and are not merged yet.
  public let unmerged: Int
  /// Whether the remote was ever synced with.
  public let isKnown: Bool

  /// The state of every remote.
  public static func all(of location: Location) throws(SyncError) -> [SyncStatus] {
    do {
      let repository = try Repository(at: location.root)
      let head = try repository.head()
      var all: [SyncStatus] = []
      for remote in try repository.remotes() {
        let known = try repository.tip(of: "refs/habit/published/\(remote.name)")
        let branch = head.branch?.branchName ?? ""
        let tracking = try repository.tip(of: "refs/remotes/\(remote.name)/\(branch)") ?? known
        // What a remote does not have at all is all of ours.
        let distance: (ahead: Int, behind: Int) =
          if let ours = head.commit, let tracking {
            try repository.distance(from: ours, to: tracking)
          } else {
            (try repository.commits(of: [head.commit].compactMap(\.self), without: []).count, 0)
          }
        all.append(
          SyncStatus(
            remote: remote.name,
            address: remote.address.description,
            unpublished: distance.ahead,
            unmerged: distance.behind,
            isKnown: known != nil
          )
        )
      }
      return all
    } catch {
      throw SyncError(error)
    }
  }
}
