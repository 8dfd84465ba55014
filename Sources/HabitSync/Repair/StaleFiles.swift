internal import Git
internal import HabitStore
internal import Posix

/// What a sync or a clone that was killed leaves in git's folder: locks, and halves of packs.
///
/// One that is under way has left a mark, and there is only one at a time. So where the mark exists
/// and no process is at work, locks that are a while old are its own: git holds one for milliseconds.
struct StaleFiles {
  private let gitDirectory: Disk
  private let common: Disk

  private static let timeoutSeconds = 5

  init(in gitDirectory: String, and common: String) {
    self.gitDirectory = Disk(root: gitDirectory)
    self.common = Disk(root: common)
  }

  /// Whether a sync of this work tree was killed, or is under way.
  static func isMarked(in location: Location) -> Bool {
    location.gitDirectory.map { Disk(root: $0).kind(of: CloneFile.syncing) != nil } ?? false
  }

  /// Sets the mark, and clears away what was left when there was one already; when that was set, in
  /// seconds since 1970, as the system's clock is.
  func begin(at now: Int) throws -> Int? {
    if let stamp = gitDirectory.status(of: CloneFile.syncing) {
      try clear(at: now)
      return stamp.modified.seconds
    }
    try gitDirectory.makeDirectory(CloneFile.folder)
    try gitDirectory.create(CloneFile.syncing, [])
    return nil
  }

  /// Moves aside what was written since then and is not whole: objects, and references that only remember
  /// what is elsewhere.
  static func setDamagedAside(since seconds: Int, in repository: borrowing Repository) throws {
    let aside = CloneFile.damaged
    try repository.setDamagedObjectsAside(since: seconds, into: aside)
    for place in ["refs/remotes", "refs/habit"] {
      try repository.setDamagedReferencesAside(since: seconds, below: place, into: aside)
    }
  }

  /// Takes the mark away: whatever happened, nothing was left, and all is on the disk.
  func end() throws {
    try gitDirectory.synchronize()
    try gitDirectory.remove(CloneFile.syncing)
  }

  /// Removes stale files where no other process can be at work.
  func clear() throws {
    for path in try left(in: common) { try common.remove(path) }
  }

  /// Removes what was left, waiting for what is so young that it may be another program's.
  private func clear(at now: Int) throws {
    let timeout = Timeout(seconds: StaleFiles.timeoutSeconds)
    for disk in gitDirectory.root == common.root ? [common] : [gitDirectory, common] {
      let paths = try left(in: disk)
      let old = paths.filter { path in
        let age = disk.status(of: path)?.modified.age(at: now) ?? 0
        return age > StaleFiles.timeoutSeconds
      }
      for path in old { try disk.remove(path) }
      try disk.removeAbandoned(paths.filter { !old.contains($0) }, after: timeout)
    }
  }

  /// Locks and half packs; the locks of the index and of the branch have their own ways.
  private func left(in disk: Disk) throws -> [String] {
    let top = try disk.names(in: "").map(\.name)
      .filter { $0.hasSuffix(".lock") && !$0.hasPrefix("habit") && $0 != "index.lock" }
    let packs = try disk.names(in: "objects/pack").map(\.name)
      .filter { name in ["pack_git2_", "tmp_pack_", "tmp_idx_"].contains { name.hasPrefix($0) } }
    return try top + packs.map { "objects/pack/" + $0 } + disk.locks(below: "refs/remotes")
      + disk.locks(below: "refs/habit")
  }
}
