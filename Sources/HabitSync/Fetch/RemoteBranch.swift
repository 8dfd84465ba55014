internal import Git

/// A branch of a remote, and the newest commit that it had when it was last looked at.
struct RemoteBranch {
  let remote: String
  /// Its full name there.
  let name: String
  /// nil without one.
  var tip: ObjectID?

  /// What remembers for git what it has.
  var tracking: String { "refs/remotes/\(remote)/\(name.branchName)" }

  private static let folder = "refs/habit/published-to/"

  /// The reference that remembers what it was last seen to have.
  ///
  /// Its name is a leaf: a branch that became a folder there would keep it from being made otherwise.
  /// Releases up to 1.1.0 have a folder for each slash, and 0.1.0 has ``legacy(_:)``, for all branches. Both
  /// are read until the remote has a reference of this kind.
  var published: String { "\(RemoteBranch.folder)\(remote.asLeaf)/\(name.branchName.asLeaf)" }

  /// The commit that it was last seen to have; nil when none was.
  func published(in repository: borrowing Repository) throws -> ObjectID? {
    let folders = "\(RemoteBranch.folder)\(remote)/\(name.branchName)"
    if let tip = try repository.tip(of: published) ?? repository.tip(of: folders) { return tip }
    guard let old = try repository.tip(of: RemoteBranch.legacy(remote)),
      try RemoteBranch.allPublished(of: remote, in: repository).isEmpty
    else { return nil }
    // It may be another branch's.
    let others = try repository.references(matching: "refs/remotes/\(remote)/*")
      .filter { try repository.isAncestor(old, of: $0.id) }.map(\.name)
    return others.isEmpty || others.contains(GitPath(tracking)) ? old : nil
  }

  /// The references for all branches of a remote.
  static func allPublished(
    of remote: String,
    in repository: borrowing Repository
  ) throws -> [(name: GitPath, id: ObjectID)] {
    let names = Set([remote, remote.asLeaf])
    return try names.sorted().flatMap { try repository.references(matching: "\(folder)\($0)/*") }
  }

  static func allPublished(in repository: borrowing Repository) throws -> [ObjectID] {
    let tips = try repository.references(matching: folder + "*")
    return try (tips + repository.references(matching: legacy("*"))).map(\.id)
  }

  /// The reference of release 0.1.0.
  static func legacy(_ remote: String) -> String { "refs/habit/published/\(remote)" }
}

extension String {
  /// The name without slashes, which no other name becomes.
  fileprivate var asLeaf: String {
    replacingAll("%", with: "%25").replacingAll("/", with: "%2F")
  }
}

// MARK: Which one is meant

extension Repository {
  /// The remote that is meant: named, else the one that git would push to, else followed by the
  /// branch, else origin, else the only one.
  func meantRemote(_ name: String?, for branch: String) throws -> Remote {
    guard let name else {
      guard let meant = try meantRemote(for: branch) else { throw SyncError.noRemote }
      return meant
    }
    let remotes = try remotes()
    if let remote = remotes.first(where: { $0.name == name }) { return remote }
    throw SyncError.unknownRemote(name, known: remotes.map(\.name))
  }

  func meantRemote(for branch: String) throws -> Remote? {
    let remotes = try remotes()
    let keys = ["pushRemote", "remote"].map { "branch.\(branch.branchName).\($0)" }
    let meant = try [setting(keys[0]), setting("remote.pushDefault"), setting(keys[1]), "origin"]
    for name in meant {
      if let remote = remotes.first(where: { $0.name == name }) { return remote }
    }
    return remotes.first
  }

  /// The branch of a remote that a branch here follows, by its full name there; nil when it follows
  /// none of that remote.
  func branch(followedBy branch: String, at remote: String) throws -> String? {
    let name = branch.branchName
    guard try setting("branch.\(name).remote") == remote else { return nil }
    return try setting("branch.\(name).merge")
  }

  /// The branch of a remote that a branch here would be exchanged with: what it follows, else its namesake.
  func counterpart(of branch: String, at remote: String) throws -> RemoteBranch {
    RemoteBranch(remote: remote, name: try self.branch(followedBy: branch, at: remote) ?? branch)
  }
}
