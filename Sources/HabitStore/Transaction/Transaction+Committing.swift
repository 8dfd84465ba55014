internal import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

// Writing and committing edits: what is to stand in each file, the commit, and who sees it when.

extension Transaction {
  /// A file as it is to stand, and what is in the work tree now.
  struct Target {
    let path: String
    let before: [UInt8]?
    let after: [UInt8]
    /// A manual edit that was saved there; nil when there was none.
    var saved: [UInt8]?
    /// What it was merged to, before the change; nil when there was none.
    var merged: [UInt8]?
    /// Whether saving the same once more deletes what is put back.
    var isAnswered = false
  }

  /// Writes and commits edits and the manual edits of a scan.
  ///
  /// - Returns: the commit, which is nil when there was nothing to commit, and what to tell; nil, with
  ///   nothing changed, when somebody saved or committed meanwhile.
  func write(
    _ edits: [Edit],
    _ scan: WorkingTreeScan,
    subject: String
  ) throws(StoreError) -> (commit: String?, warnings: [String])? {
    let targets = targets(edits, scan)
    guard !targets.isEmpty else { return (nil, []) }
    if try waitForGit() { return nil }
    let message = Transaction.message(subject, scan, hasEdits: !edits.isEmpty)
    return try mappingErrors { () throws(any Error) in try write(targets, message) }
  }

  private func write(
    _ targets: [Target],
    _ message: String
  ) throws(any Error) -> (commit: String?, warnings: [String])? {
    let branch = try branch()
    try checkFilters(of: targets.map(\.path))
    try waitForBranchLock(branch)
    try begin()
    let blobs = try blobs(of: targets)
    let pending = try pending(blobs, message)
    let journal = try prepare(targets, branch: branch, pending)
    try notes.invalidateUpToDateMarker()
    guard let (commit, warnings) = try publish(pending, journal, blobs, message) else { return nil }
    for target in targets { try remember(target) }
    try notes.disk.synchronize()
    // Whoever takes the lock next writes the index that could not be.
    if warnings.isEmpty { try finish(journal) }
    return (commit == pending.parent ? nil : commit?.hex, warnings)
  }

  /// Remembers what a work file holds now, and what was saved there before a merge.
  private func remember(_ target: Target) throws(SystemError) {
    try notes.remember(target.after, of: target.path)
    guard let saved = target.saved, saved != target.after else { return }
    // Another device that merges the same comes to it, too.
    if let merged = target.merged, ![saved, target.after].contains(merged) {
      try notes.keep(saved: merged, of: target.path)
    }
    if target.isAnswered {
      try notes.answer(saved, of: target.path)
    } else {
      // No commit has it as it was saved, and an editor or another device may go on from it.
      try notes.keep(saved: saved, of: target.path)
    }
  }

  /// Lets others see a change that is prepared: files, branch and index.
  ///
  /// git gives up at once where it meets the lock of the index, and may leave a merge behind. So the
  /// lock is held for this alone: what takes time, above all the disk, comes before or after.
  ///
  /// - Returns: the commit, and what to tell; nil, with everything as it was, when it was overtaken.
  private func publish(
    _ pending: PendingCommit,
    _ journal: Journal,
    _ blobs: [(path: String, blob: ObjectID)],
    _ message: String
  ) throws(any Error) -> (commit: ObjectID?, warnings: [String])? {
    guard let lock = try lockIndex(for: journal) else { return nil }
    guard try exchange(journal) else { return nil }
    var pending = pending
    do {
      // A foreign commit may come between: ours goes on top of it.
      while pending.commit != pending.parent, try !move(journal.branch, pending) {
        pending = try self.pending(blobs, message)
        try notes.disk.synchronize()
      }
    } catch {
      try takeBack(journal.files, journal)
      throw error
    }
    var warnings: [String] = []
    do {
      try repository.followingCommit(from: pending.parent, to: pending.commit) {
        () throws(GitError) in
        try repository.writeIndex(setting: blobs, in: location.root, holding: lock)
      }
    } catch {
      warnings.append("git's index could not be written: \(error.message)")
    }
    _ = consume lock
    return (pending.commit, warnings)
  }

  /// One target a file: an edit was made from what the scan has merged.
  private func targets(_ edits: [Edit], _ scan: WorkingTreeScan) -> [Target] {
    var targets: [String: Target] = [:]
    for file in scan.changed {
      targets[file.path] = Target(
        path: file.path,
        before: file.before,
        after: file.after,
        saved: file.before,
        merged: file.after,
        isAnswered: file.isAnswered
      )
    }
    for edit in edits {
      let edited = targets[edit.path]
      targets[edit.path] = Target(
        path: edit.path,
        before: edited.map(\.before) ?? edit.before,
        after: edit.after,
        saved: edited?.saved,
        merged: edited?.merged,
        isAnswered: edited?.isAnswered ?? false
      )
    }
    return targets.values.sorted { $0.path < $1.path }
  }

  /// Moves the branch to the commit; false when somebody else has moved it.
  private func move(_ branch: String, _ pending: PendingCommit) throws(GitError) -> Bool {
    guard let commit = pending.commit else { return true }
    let timeout = Timeout(seconds: Store.timeoutSeconds)
    while true {
      do {
        try repository.move(branch, from: pending.parent, to: commit, reflog: pending.subject)
        return true
      } catch  where error.kind == .locked && timeout.hasTimeLeft {
        timeout.pause()
      } catch  where error.kind == .modified || error.kind == .exists {
        return false
      }
    }
  }

  private func blobs(
    of targets: [Target]
  ) throws(GitError) -> [(path: String, blob: ObjectID)] {
    var blobs: [(path: String, blob: ObjectID)] = []
    for target in targets {
      blobs.append((target.path, try repository.writeBlob(blobBytes(of: target.after))))
    }
    return blobs
  }

  /// A commit that no branch has yet; the parent itself when nothing would change.
  struct PendingCommit {
    let parent: ObjectID?
    let commit: ObjectID?
    let subject: String
  }

  private func pending(
    _ blobs: [(path: String, blob: ObjectID)],
    _ message: String
  ) throws(GitError) -> PendingCommit {
    let parent = try repository.head().commit
    let subject = "habit: " + message.prefix { $0 != "\n" }
    let tree = try repository.writeTree(of: parent, setting: blobs)
    if let parent, try repository.tree(of: parent) == tree {
      return PendingCommit(parent: parent, commit: parent, subject: subject)
    }
    let identity = try repository.identity()
    func signature(at seconds: Int) -> Signature {
      Signature(
        name: identity?.name ?? "\(writer.author) on \(writer.device)",
        email: identity?.email ?? "\(writer.author)@\(writer.device)",
        seconds: seconds,
        offsetMinutes: writer.clock.offsetMinutes
      )
    }
    let commit = try repository.writeCommit(
      tree: tree,
      parents: [parent].compactMap(\.self),
      author: signature(at: writer.clock.seconds),
      committer: signature(at: writer.clock.systemSeconds),
      message: message
    )
    return PendingCommit(parent: parent, commit: commit, subject: subject)
  }

  private static func message(_ subject: String, _ scan: WorkingTreeScan, hasEdits: Bool) -> String
  {
    let notes = scan.changed.map { $0.description + "\n" }.joined()
    guard hasEdits else { return "edit by hand\n\n\(notes)" }
    return notes.isEmpty ? "\(subject)\n" : "\(subject)\n\n\(notes)"
  }
}
