/// What another repository has, as it says itself when it is asked.
public struct Advertisement: Hashable, Sendable {
  /// Its branches by their full names.
  public let branches: [GitPath: ObjectID]

  /// The branch a clone begins with, as `refs/heads/main`; nil when it has no commit there, and over
  /// a network when the branch that is checked out here exists there.
  public let defaultBranch: String?

  public var isEmpty: Bool { branches.isEmpty }
}

extension Advertisement {
  init(of repository: borrowing Repository) throws(GitError) {
    let references = try repository.references(matching: "refs/heads/*")
    branches = Dictionary(uniqueKeysWithValues: references)
    let head = try repository.head()
    defaultBranch = Advertisement.branch(head.branch, at: head.commit, among: branches)
  }

  /// The branch that HEAD names; a server that does not say which is understood as git does it.
  static func branch(
    _ target: String?,
    at head: ObjectID?,
    among branches: [GitPath: ObjectID]
  ) -> String? {
    if let target, branches[GitPath(target)] != nil { return target }
    guard let head else { return nil }
    let candidates = branches.filter { $0.value == head }
    return ["refs/heads/main", "refs/heads/master"].first { candidates[GitPath($0)] != nil }
      ?? candidates.keys.filter { $0.text != nil }.min()?.text
  }
}
