internal import Posix

// The objects of a remote that is a directory of this machine: a git that has all of them itself
// fetches from it, and is told that nothing is new.

extension Repository {
  /// Sees that a directory of this machine has the commits that its branches name, and their trees.
  ///
  /// It throws `.incomplete` when one is missing. Of any other remote nothing is known, nor of one that
  /// git alone can read.
  public func checkObjects(
    of branches: [GitPath: ObjectID],
    at remote: Remote
  ) throws(GitError) {
    guard let path = try directory(at: remote.address), let place = try? Repository(at: path) else {
      return
    }
    for (name, commit) in branches {
      do {
        _ = try place.size(of: place.tree(of: commit))
      } catch {
        throw GitError(.incomplete, "it lacks objects of \(name): \(error.message)")
      }
    }
  }

  /// Gives a directory of this machine all objects of its branches again, whatever it has: a push
  /// would send only what it has never had.
  public func restoreObjects(
    of branches: [GitPath: ObjectID],
    at remote: Remote,
    over network: Network
  ) throws(GitError) {
    guard let path = try directory(at: remote.address) else { return }
    let mask = CreationMask.follow(path)
    defer { CreationMask.set(mask) }
    let names = branches.keys.compactMap { remote.follower(of: $0)?.text }
    // Without a goal nothing is moved there: its branches name these commits already.
    let answer = try Repository(at: path).git(over: network).run(
      ["fetch", "--refetch", "--no-tags", "--no-write-fetch-head", "--no-auto-gc"]
        + ["--no-recurse-submodules", "--", commonDirectory] + names.sorted(),
      // In a pack they are whole, whatever lies there.
      with: GitCommand.fetchSettings + ["fetch.unpackLimit=1"]
    )
    guard answer.status == 0 else { throw GitError(answer.messages, of: remote) }
  }
}
