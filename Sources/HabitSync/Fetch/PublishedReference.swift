internal import Git

/// The reference that remembers what a branch of a remote was last seen to have.
///
/// Its name is a leaf: a branch that became a folder there would keep it from being made otherwise. Releases
/// up to 1.1.0 have a folder for each slash, and 0.1.0 has `refs/habit/published/REMOTE` for all branches.
/// Both are read until the remote has a reference of this kind.
struct PublishedReference {
  let name: String
  private let remote: String
  private let branch: String

  private static let folder = "refs/habit/published-to/"

  init(of remote: String, _ branch: String) {
    self.remote = remote
    self.branch = branch.branchName
    name = "\(PublishedReference.folder)\(remote.asLeaf)/\(self.branch.asLeaf)"
  }

  /// The commit that was last seen there; nil when none was.
  func tip(in repository: borrowing Repository) throws -> ObjectID? {
    let folders = "\(PublishedReference.folder)\(remote)/\(branch)"
    if let tip = try repository.tip(of: name) ?? repository.tip(of: folders) { return tip }
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
    let names = Set([remote, remote.asLeaf])
    return try names.sorted().flatMap { try repository.references(matching: "\(folder)\($0)/*") }
  }

  static func allTips(in repository: borrowing Repository) throws -> [ObjectID] {
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
