internal import Git
internal import HabitStore
internal import Posix

// References here that only remember what a remote has.

extension SyncRun {
  private static let lockTimeoutSeconds = 5

  /// Does what takes one of git's locks, or meets what others push, waiting for another program as
  /// long as is polite.
  func unlessLocked<Value>(_ body: () throws -> Value) throws -> Value {
    let timeout = Timeout(seconds: SyncRun.lockTimeoutSeconds)
    return try Git.unlessLocked(until: timeout, pausing: 0.2, body)
  }

  /// Notes what the remote has now, and that a branch which follows none, or one that is gone, follows
  /// this one from now on.
  func settle() throws {
    if let tip = place.there.tip { try remember(tip, as: place.there.published) }
    let name = branch.branchName
    let followed = try repository.branch(followedBy: branch, at: remote.name)
    // One that no longer exists there was renamed.
    let isGone =
      sync.terms.target != nil
      && followed.map { place.known?.branches[GitPath($0)] == nil } ?? false
    guard try isGone || repository.setting("branch.\(name).remote") == nil else { return }
    try unlessLocked {
      try repository.set([
        ("branch.\(name).remote", remote.name), ("branch.\(name).merge", place.there.name),
      ])
    }
  }

  /// Lets a reference that only remembers what the remote has stand for a commit.
  func remember(_ commit: ObjectID, as name: String) throws {
    if try repository.tip(of: name) == nil { try makeWay(for: name) }
    let disk = Disk(root: repository.commonDirectory)
    let lock = name + ".lock"
    let before = disk.status(of: lock)
    func move() throws {
      let known = try repository.tip(of: name)
      guard known != commit else { return }
      try repository.move(name, from: known, to: commit, reflog: "habit sync: published")
    }
    do {
      try unlessLocked(move)
    } catch {
      // git holds such a lock for milliseconds: who has had it all the while was killed.
      guard (error as? GitError)?.kind == .locked, let before, disk.status(of: lock) == before
      else {
        throw error
      }
      try disk.remove(lock)
      try move()
    }
  }

  /// Removes what stands in the way of a reference that only remembers what the remote has.
  ///
  /// That remembers a branch that is gone: its name is a folder now, or the reverse. Its commit is kept.
  private func makeWay(for name: String) throws {
    let parts = name.split(separator: "/")
    let folders = (4..<max(4, parts.count)).map { parts[..<$0].joined(separator: "/") }
    let inside = try repository.references(matching: name + "/*")
    let above = try folders.compactMap { folder in
      try repository.tip(of: folder).map { (name: GitPath(folder), id: $0) }
    }
    for (other, tip) in inside + above {
      _ = try keep(tip)
      try unlessLocked { try repository.delete(other, at: tip) }
    }
  }

  /// Keeps our history from before a rewritten one reachable, once.
  func keep(_ ours: ObjectID) throws -> String {
    let prefix = "refs/habit/backup/\(sync.terms.writer.device)-"
    let known = try repository.references(matching: prefix + "*")
    if let same = known.first(where: { $0.id == ours }) { return same.name.description }
    let numbers = known.compactMap { $0.name.text.flatMap { Int($0.dropFirst(prefix.count)) } }
    let name = "\(prefix)\((numbers.filter { $0 < .max }.max() ?? 0) + 1)"
    try repository.move(name, from: nil, to: ours, reflog: "habit sync: kept")
    return name
  }
}
