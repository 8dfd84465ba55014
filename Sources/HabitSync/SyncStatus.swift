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
  /// Whether it is the one that a sync without a name asks.
  public let isMeant: Bool
  /// How the last sync with it went.
  public let last: CloneNotes.LastSync

  /// The state in a word.
  public enum State: String, Sendable {
    /// Both have the same.
    case synced
    /// There is something to send.
    case ahead
    /// There is something to merge.
    case behind
    /// There is something to send and something to merge.
    case diverged
    /// The remote could not be reached when it was last asked.
    case offline
  }

  /// The state in a word.
  public var state: State {
    if last.isOffline { return .offline }
    switch (unpublished > 0, unmerged > 0) {
    case (false, false): return .synced
    case (true, false): return .ahead
    case (false, true): return .behind
    case (true, true): return .diverged
    }
  }

  /// The state of every remote.
  public static func all(of location: Location) throws(SyncError) -> [SyncStatus] {
    do {
      let repository = try Repository(at: location.root)
      let head = try repository.head()
      var all: [SyncStatus] = []
      let meant = try head.branch.flatMap { (branch) throws(any Error) in
        try Attempt.meantRemote(for: branch, in: repository)
      }
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
            isKnown: known != nil,
            isMeant: remote == meant,
            last: location.notes?.lastSync(with: remote.name) ?? .never
          )
        )
      }
      return all
    } catch {
      throw SyncError(error)
    }
  }
}
