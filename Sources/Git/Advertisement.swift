internal import CLibgit2

/// What another repository has, as it says itself when it is asked.
public struct Advertisement: Hashable, Sendable {
  /// Its references by their full names; HEAD is not among them.
  public let references: [String: ObjectID]

  /// The branch a clone begins with, as `refs/heads/main`; nil when it has no commit there.
  public let defaultBranch: String?

  /// Whether there is no reference at all.
  public var isEmpty: Bool { references.isEmpty }

  /// Its branches by their full names.
  public var branches: [String: ObjectID] { references.filter { $0.key.hasPrefix("refs/heads/") } }
}

extension Advertisement {
  /// What a remote that is connected says.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_ls.html>
  init(of remote: borrowing Handle<RemoteKind>) throws(GitError) {
    var list: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
    var count = 0
    try check(unsafe git_remote_ls(&list, &count, remote.pointer))
    var references: [String: ObjectID] = [:]
    var head: ObjectID?
    var target: String?
    let entries = unsafe UnsafeBufferPointer(start: list, count: count).compactMap {
      unsafe $0.map { unsafe Entry($0.pointee) }
    }
    for entry in entries {
      if entry.name == "HEAD" {
        head = entry.id
        target = entry.target
      } else if !entry.name.hasSuffix("^{}") {
        references[entry.name] = entry.id
      }
    }
    self.references = references
    defaultBranch = Advertisement.branch(target, at: head, among: references)
  }

  /// What a repository on this machine would say.
  init(of repository: borrowing Repository) throws(GitError) {
    references = Dictionary(uniqueKeysWithValues: try repository.references(matching: "refs/*"))
    let head = try repository.head()
    defaultBranch = Advertisement.branch(head.branch, at: head.commit, among: references)
  }

  /// The branch HEAD stands for; a server that does not say which is understood as git does it.
  private static func branch(
    _ target: String?,
    at head: ObjectID?,
    among references: [String: ObjectID]
  ) -> String? {
    if let target, references[target] != nil { return target }
    guard let head else { return nil }
    let candidates = references.filter { $0.value == head && $0.key.hasPrefix("refs/heads/") }
    return ["refs/heads/main", "refs/heads/master"].first { candidates[$0] != nil }
      ?? candidates.keys.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// One line of what a remote says.
private struct Entry {
  let name: String
  let id: ObjectID
  let target: String?

  init(_ head: git_remote_head) {
    name = unsafe String(cString: head.name)
    id = ObjectID(unsafe head.oid)
    target = unsafe head.symref_target.map { unsafe String(cString: $0) }
  }
}
