internal import CLibgit2
internal import Posix

// The objects of a remote that is a directory of this machine: a git that has all of them itself
// fetches from it, and is told that nothing is new. They are read by their names, however its references
// are stored.

extension Repository {
  /// Sees that a directory of this machine has the commits that its branches name, and their trees.
  ///
  /// It throws `.incomplete` when one is missing. Of any other remote nothing is known.
  public func checkObjects(
    of branches: [GitPath: ObjectID],
    at remote: Remote
  ) throws(GitError) {
    guard let path = try directory(at: remote.address),
      let hub = try Repository.gitFolder(at: path), try Repository.hasNoPipe(hub)
    else { return }
    let place = try Handle<DatabaseKind> { unsafe git_odb_open(&$0, hub + "/objects") }
    try check(unsafe clibgit2_guard(place.pointer, hub + "/"))
    for (name, commit) in branches {
      do throws(GitError) {
        _ = try place.size(of: place.header(of: commit).tree)
      } catch {
        if error.isOfMoment { throw error }
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
    guard let path = try directory(at: remote.address),
      let hub = try Repository.gitFolder(at: path)
    else { return }
    let mask = CreationMask.follow(path)
    defer { CreationMask.set(mask) }
    var names: [String] = []
    for branch in branches.keys {
      guard let name = remote.follower(of: branch)?.text, try tip(of: name) != nil else { continue }
      names.append(name)
    }
    // Without a goal nothing is moved there: its branches name these commits already.
    let answer = try GitProgram(at: hub, over: network).run(
      ["fetch", "--refetch", "--no-tags", "--no-write-fetch-head", "--no-auto-gc"]
        + ["--no-recurse-submodules", "--", commonDirectory] + names.sorted(),
      // In a pack they are whole, whatever lies there.
      with: GitCommand.fetchSettings + ["fetch.unpackLimit=1"]
    )
    guard answer.status == 0 else { throw GitError(answer.messages, of: remote) }
  }

  /// The git folder of a repository of this machine, its own or one of a work tree; nil for a folder
  /// without one.
  private static func gitFolder(at path: String) throws(GitError) -> String? {
    let folder = WorkTree.gitDirectory(of: path) ?? path
    let shared = try disk.text(of: folder + "/commondir").map { $0.prefix { !$0.isNewline } }
    let common = shared.map { $0.hasPrefix("/") ? String($0) : "\(folder)/\($0)" } ?? folder
    return disk.exists(common + "/objects") ? common : nil
  }
}
