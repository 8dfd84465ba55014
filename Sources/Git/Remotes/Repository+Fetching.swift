extension Repository {
  /// Downloads what a remote has, and moves the references that follow it, by the user's git.
  ///
  /// Only branches are fetched, so no tags; `FETCH_HEAD` is left alone; references whose branch has vanished
  /// there stay. Nothing moves unless everything has arrived. A shallow clone gets all of its history
  /// first, and a partial clone all of its objects.
  ///
  /// Of a `branch` alone a directory of this machine is looked at first: where it is where it was, git is not
  /// started.
  ///
  /// - Returns: what is there.
  /// - Throws: `.remote` with what is wrong; `.locked` when another fetch is moving the same references.
  @discardableResult
  public func fetch(
    _ remote: Remote,
    of branch: String? = nil,
    over network: Network
  ) throws(GitError) -> Advertisement {
    if try isOfOtherFormat(remote.address) {
      throw GitError(.otherObjectFormat, "\(remote.address) has SHA-256 object names")
    }
    do throws(GitError) {
      if let branch, let tip = try unchanged(branch, at: remote) {
        return Advertisement(branches: [GitPath(branch): tip], defaultBranch: branch)
      }
    } catch {
      // Where it cannot be read, git says why in words that the user may know.
    }
    do throws(GitError) {
      return try fetchWithGit(remote, over: network)
    } catch {
      throw explained(error)
    }
  }

  /// Where a branch is in a directory of this machine, when the reference that follows it is there, too.
  private func unchanged(_ branch: String, at remote: Remote) throws(GitError) -> ObjectID? {
    guard !isShallow, try setting(remote.filter) == nil,
      let place = try directory(at: remote.address),
      let follower = remote.follower(of: GitPath(branch))?.text,
      let tip = try Repository.glance(at: branch, in: place), try self.tip(of: follower) == tip
    else { return nil }
    return tip
  }
}
