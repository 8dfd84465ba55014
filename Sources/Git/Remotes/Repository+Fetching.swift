public import GitFormats

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
  /// git does it. From a directory of this machine few objects are copied without it, which saves the
  /// start of two programs; where git is missing, all are. Only what the refspecs name is fetched, so
  /// no tags; `FETCH_HEAD` is left alone; references whose branch has vanished there stay. Nothing
  /// moves unless everything has arrived. A shallow clone gets all of its history first, which takes
  /// git.
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
    guard !isShallow else { return try fetchWithGit(remote, refspecs, over: network) }
    let advertisement: Advertisement?
    do {
      advertisement = try copy(refspecs, from: place, over: network)
    } catch {
      // git says what is wrong in words that the user may know.
      guard network.hasGit else { throw error }
      advertisement = nil
    }
    guard let advertisement else { return try fetchWithGit(remote, refspecs, over: network) }
    return try follow(advertisement, refspecs, of: remote)
  }

  /// Copies what the references of a repository of this machine have more than those which follow
  /// them; nil when git is to do it, as there is much to copy.
  private func copy(
    _ refspecs: [Refspec],
    from place: String,
    over network: Network
  ) throws(GitError) -> Advertisement? {
    let source: Repository
    do {
      source = try Repository(at: place)
    } catch {
      throw error.whileOpeningRemote
    }
    let advertisement = try Advertisement(of: source)
    var known = [try head().commit].compactMap(\.self)
    for (name, id) in targets(of: advertisement, refspecs) {
      let old = try tip(of: name)
      known += [old].compactMap(\.self)
      if old != id, try !copy(id, from: source, without: known, over: network) { return nil }
    }
    return advertisement
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
  /// names; none follows one whose name has no text.
  private func targets(
    of advertisement: Advertisement,
    _ refspecs: [Refspec]
  ) -> [(key: String, value: ObjectID)] {
    var targets: [GitPath: ObjectID] = [:]
    for (name, id) in advertisement.branches {
      for refspec in refspecs {
        if let target = refspec.target(of: name) { targets[target] = id }
      }
    }
    return targets.sorted { $0.key < $1.key }.compactMap { name, id in
      name.text.map { (key: $0, value: id) }
    }
  }
}
