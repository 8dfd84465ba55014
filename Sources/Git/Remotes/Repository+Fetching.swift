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
  /// Downloads what a remote has, and moves the references that follow it, by the user's git.
  ///
  /// A directory of this machine is looked at first: where nothing is new, git is not started. Only
  /// what the refspecs name is fetched, so no tags; `FETCH_HEAD` is left alone; references whose branch
  /// has vanished there stay. Nothing moves unless everything has arrived. A shallow clone gets all of
  /// its history first.
  ///
  /// - Parameters:
  ///   - remote: from where.
  ///   - refspecs: which references go where.
  ///   - network: how it may be talked to.
  /// - Returns: what is there, and what moved here.
  /// - Throws: `.remote` with what is wrong; `.locked` when another fetch is moving the same references.
  @discardableResult
  public func fetch(
    _ remote: Remote,
    _ refspecs: [Refspec],
    over network: Network
  ) throws(GitError) -> Fetched {
    if !isShallow, let place = try directory(at: remote.address),
      let advertisement = unchanged(since: refspecs, at: place)
    {
      return Fetched(advertisement: advertisement, changes: [])
    }
    do throws(GitError) {
      return try fetchWithGit(remote, refspecs, over: network)
    } catch {
      throw explained(error)
    }
  }

  /// What a directory of this machine has, when the references that follow it are where its own are;
  /// nil otherwise, and when it cannot be read: git says why in words that the user may know.
  private func unchanged(since refspecs: [Refspec], at place: String) -> Advertisement? {
    do {
      let advertisement = try Advertisement(of: try Repository(at: place))
      for (name, id) in targets(of: advertisement, refspecs) where try tip(of: name) != id {
        return nil
      }
      return advertisement
    } catch {
      return nil
    }
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
