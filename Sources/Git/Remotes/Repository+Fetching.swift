internal import CLibgit2

/// What a fetch brought.
public struct Fetched: Hashable, Sendable {
  /// A reference that follows another repository's, and where it went.
  public struct Change: Hashable, Sendable {
    /// Its full name here, as `refs/remotes/origin/main`.
    public let name: String
    /// Where it was; nil when it is new.
    public let old: ObjectID?
    /// Where it is.
    public let new: ObjectID

    /// A change of this name.
    public init(name: String, old: ObjectID?, new: ObjectID) {
      self.name = name
      self.old = old
      self.new = new
    }
  }

  /// What the other repository has.
  public let advertisement: Advertisement

  /// The references here that moved, ascending by the bytes of their names.
  public let changes: [Change]
}

extension Repository {
  /// Downloads what a remote has, and moves the references that follow it.
  ///
  /// Over a network and from a bundle git does it; from a directory of this machine libgit2. Only
  /// what the refspecs name is asked for, so no tags; `FETCH_HEAD` is left alone; references whose
  /// branch has vanished there stay. Nothing moves unless everything has arrived. A shallow clone
  /// gets all of its history first, which takes git.
  ///
  /// - Parameters:
  ///   - remote: from where.
  ///   - refspecs: which references go where.
  ///   - network: how it may be talked to.
  /// - Returns: what is there, and what moved here.
  /// - Throws: `.remote` with what is wrong; `.locked` or `.modified` when another fetch is moving
  ///   the same references.
  @discardableResult
  public func fetch(
    _ remote: Remote,
    _ refspecs: [Refspec],
    over network: Network
  ) throws(GitError) -> Fetched {
    guard let place = try directory(at: remote.address) else {
      return try fetchWithGit(remote, refspecs, over: network)
    }
    Repository.clearUp(at: place)
    // libgit2 packs anew what git sends as it is: 73,000 commits in minutes, and not in seconds. But
    // git takes the start of two programs, which is more than little news.
    let isNew = try head().commit == nil
    if isShallow || isNew && network.hasGit {
      return try fetchWithGit(remote, refspecs, over: network)
    }
    if let advertisement = copy(refspecs, from: place) {
      return try follow(advertisement, refspecs, of: remote)
    }
    // Of what is large libgit2 would have all in memory.
    if network.hasGit { return try fetchWithGit(remote, refspecs, over: network) }
    let advertisement = try download(refspecs, from: remote, at: place, over: network)
    return try follow(advertisement, refspecs, of: remote)
  }

  /// Copies what the references of a repository on this machine have more than those which follow
  /// them; nil when that is much, or fails: why, libgit2 can say.
  private func copy(_ refspecs: [Refspec], from place: String) -> Advertisement? {
    do throws(GitError) {
      let source = try Repository(at: place)
      let advertisement = try Advertisement(of: source)
      var known = [try head().commit].compactMap(\.self)
      for (name, id) in targets(of: advertisement, refspecs) {
        let old = try tip(of: name)
        known += [old].compactMap(\.self)
        if old != id, try !copy(id, from: source, without: known) { return nil }
      }
      return advertisement
    } catch {
      return nil
    }
  }

  /// Downloads from a directory of this machine.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_download.html>
  private func download(
    _ refspecs: [Refspec],
    from remote: Remote,
    at place: String,
    over network: Network
  ) throws(GitError) -> Advertisement {
    try LocalTransfer(over: network).run { (transfer) throws(GitError) in
      let handle = try open(remote, at: place)
      try connect(handle, GIT_DIRECTION_FETCH, transfer)
      let advertisement = try Advertisement(of: handle)
      try checkObjects(refspecs, advertisement, at: place)
      var options = unsafe git_fetch_options()
      try check(unsafe git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)))
      unsafe transfer.fill(&options.callbacks)
      unsafe options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
      unsafe options.update_fetchhead = 0
      try check(
        unsafe withStringArray(refspecs.map(\.text)) {
          unsafe git_remote_download(handle.pointer, &$0, &options)
        }
      )
      unsafe git_remote_disconnect(handle.pointer)
      return advertisement
    }
  }

  /// Moves the references that follow a remote's.
  private func follow(
    _ advertisement: Advertisement,
    _ refspecs: [Refspec],
    of remote: Remote
  ) throws(GitError) -> Fetched {
    var changes: [Fetched.Change] = []
    for (name, id) in targets(of: advertisement, refspecs) {
      let old = try tip(of: name)
      guard old != id else { continue }
      try move(name, from: old, to: id, reflog: "fetch \(remote.name)")
      changes.append(Fetched.Change(name: name, old: old, new: id))
    }
    return Fetched(advertisement: advertisement, changes: changes)
  }

  /// The references that follow a remote's, and where they are to go, ascending by the bytes of their
  /// names.
  private func targets(
    of advertisement: Advertisement,
    _ refspecs: [Refspec]
  ) -> [(key: String, value: ObjectID)] {
    var targets: [String: ObjectID] = [:]
    for (name, id) in advertisement.branches {
      for refspec in refspecs {
        if let target = refspec.target(of: name) { targets[target] = id }
      }
    }
    return targets.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
