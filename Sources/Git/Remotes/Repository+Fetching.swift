extension Repository {
  /// Downloads what a remote has, and moves the references that follow it, by the user's git.
  ///
  /// A directory of this machine is looked at first: where nothing is new, git is not started. Only
  /// branches are fetched, so no tags; `FETCH_HEAD` is left alone; references whose branch has vanished
  /// there stay. Nothing moves unless everything has arrived. A shallow clone gets all of its history
  /// first, and a partial clone all of its objects.
  ///
  /// - Returns: what is there.
  /// - Throws: `.remote` with what is wrong; `.locked` when another fetch is moving the same references.
  @discardableResult
  public func fetch(_ remote: Remote, over network: Network) throws(GitError) -> Advertisement {
    if try isBundleOfOtherFormat(remote.address) {
      throw GitError(.otherObjectFormat, "\(remote.address) has SHA-256 object names")
    }
    do throws(GitError) {
      let filter = try setting(remote.filter)
      if !isShallow, filter == nil, let place = try directory(at: remote.address),
        let advertisement = try unchanged(at: remote, in: place)
      {
        return advertisement
      }
    } catch {
      // Where it cannot be read, git says why in words that the user may know; not of an empty one.
      if error.kind == .unsupported(feature: UnsupportedFeature.sha256) {
        throw GitError(.otherObjectFormat, error.message)
      }
    }
    do throws(GitError) {
      return try fetchWithGit(remote, over: network)
    } catch {
      throw explained(error)
    }
  }

  /// What a directory of this machine has, when the references that follow it are where its own are;
  /// nil otherwise.
  private func unchanged(
    at remote: Remote,
    in place: String
  ) throws(GitError) -> Advertisement? {
    guard try Repository.isPlain(place) else { return nil }
    let advertisement = try Advertisement(of: try Repository(at: place))
    for (branch, id) in advertisement.branches {
      // None follows one whose name has no text.
      guard let name = remote.follower(of: branch)?.text else { continue }
      if try tip(of: name) != id { return nil }
    }
    return advertisement
  }
}
