internal import CLibgit2

/// Another repository, by the name it has in this one's configuration.
public struct Remote: Hashable, Sendable {
  /// The name, as `origin`.
  public let name: String

  /// Where it is.
  public let address: RemoteAddress

  /// Where it is for pushing, which is mostly the same.
  public let pushAddress: RemoteAddress
}

extension Repository {
  /// The remotes of the configuration, by their names' bytes.
  ///
  /// Their addresses are what `url.<base>.insteadOf` makes of them.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_list.html>
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

  /// The remote of this name, or nil.
  public func remote(_ name: String) throws(GitError) -> Remote? {
    try unlessMissing { () throws(GitError) in
      let remote = try lookUp(name)
      let address = unsafe address(git_remote_url(remote.pointer))
      let push = unsafe git_remote_pushurl(remote.pointer)
      return Remote(
        name: name,
        address: address,
        pushAddress: unsafe push == nil ? address : self.address(push)
      )
    }
  }

  /// Adds a remote, whose branches are followed as `refs/remotes/NAME/…`.
  ///
  /// - Throws: `.exists` when the name is taken; when it is no name for a remote.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_create.html>
  @discardableResult
  public func addRemote(_ name: String, at address: RemoteAddress) throws(GitError) -> Remote {
    try configuring { (copy) throws(GitError) in
      _ = try Handle<RemoteKind> {
        unsafe git_remote_create(&$0, copy.repository.pointer, name, address.text)
      }
      // On a full disk libgit2 1.5 writes the address alone, and says that it was done.
      guard try copy.text(of: "remote.\(name).fetch") != nil else {
        throw GitError(.other(code: 0), "\(commonDirectory)/config could not be written")
      }
    }
    return try remote(name) ?? Remote(name: name, address: address, pushAddress: address)
  }

  /// Removes a remote, and the references that followed its branches.
  ///
  /// - Throws: `.notFound` when there is none.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_delete.html>
  public func removeRemote(_ name: String) throws(GitError) {
    try configuring { (copy) throws(GitError) in
      try check(unsafe git_remote_delete(copy.repository.pointer, name))
    }
  }

  /// The remote of this name, as libgit2 has it.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_lookup.html>
  func lookUp(_ name: String) throws(GitError) -> Handle<RemoteKind> {
    try Handle { unsafe git_remote_lookup(&$0, handle.pointer, name) }
  }

  private func address(_ url: UnsafePointer<CChar>?) -> RemoteAddress {
    RemoteAddress(unsafe url.map { unsafe String(cString: $0) } ?? "")
  }
}
