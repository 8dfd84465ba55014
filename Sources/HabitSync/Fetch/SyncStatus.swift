internal import Git
public import HabitStore

/// How far a clone and a remote are apart, as far as is known without asking the remote.
public struct SyncStatus: Hashable, Sendable {
  public let remote: String
  public let address: String
  /// Commits here that the remote did not have when it was last asked.
  public let unpublished: Int
  /// Commits that came with the last fetch and are not merged yet.
  public let unmerged: Int
  public let isKnown: Bool
  /// Whether it is the one that a sync without a name asks.
  public let isMeant: Bool
  public let last: CloneNotes.LastSync

  public enum State: String, Sendable {
    case synced
    case ahead
    case behind
    case diverged
    /// The remote could not be reached when it was last asked.
    case offline
  }

  public var state: State {
    if last.isOffline { return .offline }
    switch (unpublished > 0, unmerged > 0) {
    case (false, false): return .synced
    case (true, false): return .ahead
    case (false, true): return .behind
    case (true, true): return .diverged
    }
  }

  public static func all(of location: Location) throws -> [SyncStatus] {
    let repository = try Repository(at: location.root)
    let head = try repository.head()
    var all: [SyncStatus] = []
    let meant = try head.branch.flatMap { branch in
      try repository.meantRemote(for: branch)
    }
    for remote in try repository.remotes() {
      let known = try lastSeen(of: remote.name, from: head, in: repository)
      let distance = try distance(of: head, to: known, in: repository)
      all.append(
        SyncStatus(
          remote: remote.name,
          address: remote.address.description,
          unpublished: distance.ahead,
          unmerged: distance.behind,
          isKnown: !known.isEmpty,
          isMeant: remote == meant,
          last: location.notes?.lastSync(with: remote.name) ?? .never
        )
      )
    }
    return all
  }

  /// What a remote was last seen to have of what is checked out: of its branch, or, at no branch, of
  /// all that were ever synced with.
  private static func lastSeen(
    of remote: String,
    from head: Head,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    guard let branch = head.branch else {
      return try RemoteBranch.allPublished(of: remote, in: repository).map(\.id)
    }
    let there = try repository.counterpart(of: branch, at: remote)
    // A branch that git fetched is not yet synced with.
    guard let published = try there.published(in: repository) else { return [] }
    return [try repository.tip(of: there.tracking) ?? published]
  }

  private static func distance(
    of head: Head,
    to known: [ObjectID],
    in repository: borrowing Repository
  ) throws -> (ahead: Int, behind: Int) {
    guard let ours = head.commit else { return (0, 0) }
    if head.branch != nil, let tracking = known.first {
      let distance = try repository.distance(from: ours, to: tracking)
      guard distance.ahead > 0, distance.behind > 0 else { return distance }
      let isSettled = try MergeCommit.areAll(between: ours, tracking, in: repository)
      return isSettled ? (0, 0) : distance
    }
    // What a remote does not have at all is all of ours.
    return (try repository.commits(of: [ours], without: known).count, 0)
  }
}
