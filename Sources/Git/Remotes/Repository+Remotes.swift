internal import CLibgit2

public struct Remote: Hashable, Sendable {
  public let name: String

  public let address: RemoteAddress

  /// Where pushes go: to each of them; mostly the same.
  public let pushAddresses: [RemoteAddress]

  public var pushAddress: RemoteAddress { pushAddresses.first ?? address }

  /// Whether pushes go anywhere but where fetches come from: what is there is not all known here.
  public var pushesElsewhere: Bool { pushAddresses != [address] }

  /// The setting that makes git leave objects at the remote.
  var filter: String { "remote.\(name).partialclonefilter" }

  var refspec: String { "+\(Remote.branches)*:\(followers)*" }

  private static let branches = "refs/heads/"

  var followers: String { "refs/remotes/\(name)/" }

  /// The reference here that follows a branch there, both by their full names.
  func follower(of branch: GitPath) -> GitPath? {
    branch.moved(from: Remote.branches, to: followers)
  }

  /// The branch there that a reference here follows, both by their full names.
  func branch(followedBy name: GitPath) -> GitPath? {
    name.moved(from: followers, to: Remote.branches)
  }
}

extension Repository {
  /// The remotes of the configuration, by their names' bytes.
  ///
  /// Their addresses are what `url.<base>.insteadOf` makes of them.
  public func remotes() throws(GitError) -> [Remote] {
    var names = unsafe git_strarray()
    try check(unsafe git_remote_list(&names, handle.pointer))
    defer { unsafe git_strarray_dispose(&names) }
    let list = unsafe UnsafeBufferPointer(start: names.strings, count: names.count)
    var remotes: [Remote] = []
    for name in unsafe list.compactMap({ unsafe $0.map { unsafe String(cString: $0) } }) {
      if let remote = try remote(name) { remotes.append(remote) }
    }
    return remotes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  public func remote(_ name: String) throws(GitError) -> Remote? {
    try unlessMissing { () throws(GitError) in
      _ = try Handle<RemoteKind> { unsafe git_remote_lookup(&$0, handle.pointer, name) }
      let (fetch, push) = try urls(of: name)
      return Remote(
        name: name,
        address: RemoteAddress(fetch.first ?? ""),
        pushAddresses: push.map { RemoteAddress($0) }
      )
    }
  }

  /// Adds a remote, whose branches are followed as `refs/remotes/NAME/…`.
  ///
  /// - Throws: `.exists` when the name is taken; when it is not a name for a remote.
  @discardableResult
  public func addRemote(_ name: String, at address: RemoteAddress) throws(GitError) -> Remote {
    try configuring { (copy) throws(GitError) in
      _ = try Handle<RemoteKind> {
        unsafe git_remote_create(&$0, copy.repository.pointer, name, address.text)
      }
      // On a full disk libgit2 1.5 writes the address alone, and says that it was done.
      guard try copy.text(of: "remote.\(name).fetch") != nil else {
        throw GitError(.other, "\(commonDirectory)/config could not be written")
      }
    }
    return try remote(name) ?? Remote(name: name, address: address, pushAddresses: [address])
  }

  /// Removes a remote, and the references that followed its branches, or throws `.notFound`.
  public func removeRemote(_ name: String) throws(GitError) {
    try configuring { (copy) throws(GitError) in
      try check(unsafe git_remote_delete(copy.repository.pointer, name))
    }
  }

  /// Where git fetches from, which is the first, and all that it pushes to: libgit2 knows the last.
  ///
  /// Source: git-push(1) and git-config(1): `remote.<name>.pushurl`, all of them, else
  /// `remote.<name>.url`, all of them, with `url.<base>.pushInsteadOf`, which is not about the former;
  /// and its remote.c, `alias_all_urls`.
  private func urls(of name: String) throws(GitError) -> (fetch: [String], push: [String]) {
    let rules = try settings(matching: "^url\\..*\\.(push)?insteadof$")
    func rewritten(_ url: String, by rule: String) -> String? {
      let fitting = rules.filter { $0.key.hasSuffix("." + rule) && url.hasPrefix($0.value) }
      guard let best = fitting.max(by: { $0.value.utf8.count < $1.value.utf8.count }) else {
        return nil
      }
      let base = best.key.dropFirst("url.".count).dropLast(rule.count + 1)
      return String(base) + url.dropFirst(best.value.count)
    }
    let all = try settings(matching: "^remote\\..*\\.(push)?url$")
    func urls(_ key: String) -> [String] {
      all.filter { $0.key == "remote.\(name).\(key)" }.map(\.value)
    }
    let (own, push) = (urls("url"), urls("pushurl"))
    func fetched(_ url: String) -> String { rewritten(url, by: "insteadof") ?? url }
    // As if they were pushurls: where one is written otherwise for pushes, the others are only fetched from.
    let pushed = push.isEmpty ? own.compactMap { rewritten($0, by: "pushinsteadof") } : []
    return (own.map(fetched), pushed.isEmpty ? (push.isEmpty ? own : push).map(fetched) : pushed)
  }
}
