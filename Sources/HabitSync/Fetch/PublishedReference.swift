internal import Git

/// The reference that remembers what a branch of a remote was last seen to have.
///
/// Release 0.1.0 has `refs/habit/published/REMOTE` for all branches. As a file it would keep a folder
/// of that name from being made, and without it that release could not end a sync of the same clone.
/// So it stays, and is read until the remote has a reference of this kind.
struct PublishedReference {
  let name: String
  private let remote: String
  private let branch: String

  private static let folder = "refs/habit/published-to/"

  init(of remote: String, _ branch: String) {
    self.remote = remote
    self.branch = branch.branchName
    name = "\(PublishedReference.folder)\(remote)/\(self.branch)"
  }

  /// The commit that was last seen there; nil when none was.
  func tip(in repository: borrowing Repository) throws -> ObjectID? {
    if let tip = try repository.tip(of: name) { return tip }
    guard let old = try repository.tip(of: PublishedReference.legacy(remote)),
      try PublishedReference.all(of: remote, in: repository).isEmpty,
      try !isOfAnotherBranch(old, in: repository)
    else { return nil }
    return old
  }

  /// Whether a commit is in another branch of the remote, and not in this one.
  private func isOfAnotherBranch(
    _ commit: ObjectID,
    in repository: borrowing Repository
  ) throws -> Bool {
    var isElsewhere = false
    for tracking in try repository.references(matching: "refs/remotes/\(remote)/*")
    where try repository.isAncestor(commit, of: tracking.id) {
      if tracking.name == GitPath("refs/remotes/\(remote)/\(branch)") { return false }
      isElsewhere = true
    }
    return isElsewhere
  }

  static func all(
    of remote: String,
    in repository: borrowing Repository
  ) throws -> [(name: GitPath, id: ObjectID)] {
    try repository.references(matching: "\(folder)\(remote)/*")
  }

  static func allTips(in repository: borrowing Repository) throws -> [ObjectID] {
    let tips = try repository.references(matching: folder + "*")
    return try (tips + repository.references(matching: legacy("*"))).map(\.id)
  }

  /// The reference of release 0.1.0.
  static func legacy(_ remote: String) -> String { "refs/habit/published/\(remote)" }
}
