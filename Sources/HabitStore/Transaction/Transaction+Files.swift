internal import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

// Work files: prepared beside git's own, put in place by exchange, and exchanged back when a file
// was saved meanwhile.

extension Transaction {
  /// Writes the files beside git's, and the journal; all of it is on the disk afterwards.
  ///
  /// `blobs` are those of the commit, which may have other ends of lines.
  func prepare(
    _ targets: [Target],
    _ blobs: [(path: GitPath, blob: ObjectID)],
    removing copies: [MergedCopy],
    branch: String,
    _ pending: PendingCommit,
    _ saw: ObjectID? = nil
  ) throws -> Journal {
    var files: [Journal.File] = []
    let hashes = Dictionary(uniqueKeysWithValues: blobs.map { ($0.path, $0.blob) })
    for target in targets where target.before != target.after {
      let known = target.after.contains(0x0D) ? nil : hashes[GitPath(target.path)]
      let before = try target.before.map { bytes in try repository.hash(bytes) }
      let file = Journal.File(
        number: files.count,
        path: target.path,
        before: before,
        after: try known ?? repository.hash(target.after)
      )
      try notes.disk.remove(file.prepared)
      let work = location.disk.absolute(target.path)
      try notes.disk.create(file.prepared, target.after, like: work)
      files.append(file)
    }
    for copy in copies {
      let before = try repository.hash(copy.bytes)
      let file = Journal.File(number: files.count, path: copy.path, before: before, after: nil)
      try notes.disk.remove(file.prepared)
      files.append(file)
    }
    let journal = Journal(
      branch: branch,
      parent: pending.parent,
      commit: pending.commit,
      files: files
    )
    try write(journal, as: pending.kind, saw)
    return journal
  }

  /// Writes the journal, and the operation; all that is prepared is on the disk afterwards.
  func write(_ journal: Journal, as kind: OperationLog.Line.Kind, _ saw: ObjectID? = nil) throws {
    do {
      try notes.disk.replace(CloneFile.journal, journal.bytes)
      if saw != nil || journal.commit != journal.parent {
        try note(kind, on: journal.branch, from: journal.parent, to: journal.commit, saw)
      }
      try notes.disk.synchronize()
      if location.disk.isOnAnotherFileSystem(than: notes.disk) { try location.disk.synchronize() }
    } catch {
      try takeBack([], journal)
      throw error
    }
  }

  /// Notes an operation; it is on the disk after the next `synchronize()`.
  func note(
    _ kind: OperationLog.Line.Kind,
    on branch: String?,
    from old: ObjectID?,
    to new: ObjectID?,
    _ saw: ObjectID? = nil
  ) throws {
    var operation = OperationLog.Line(kind: kind, device: writer.device)
    (operation.old, operation.new, operation.branch, operation.saw) = (old, new, branch, saw)
    (operation.seconds, operation.user) = (writer.clock.seconds, writer.user)
    if kind.isCommand || kind == .touch { operation.touch = writer.touch?.text }
    try notes.operations.append(operation)
  }

  /// Lets others see a change that is prepared: files, branch and index.
  ///
  /// git gives up at once where it meets the lock of the index, and may leave a merge behind. So the
  /// lock is held for this alone: what takes time, above all the disk, comes before or after.
  ///
  /// - Returns: what to tell; nil, with everything as it was, when it was overtaken.
  func publish(
    _ journal: Journal,
    decidedOn state: GitState? = nil,
    besides operation: Repository.Operation? = nil,
    reflog reason: String,
    writingIndex: (borrowing IndexLock) throws -> Void
  ) throws -> [String]? {
    guard let lock = try lockIndex(for: journal, decidedOn: state, besides: operation) else {
      return nil
    }
    guard try exchange(journal) else { return nil }
    do {
      if let commit = journal.commit, commit != journal.parent {
        try unlessLocked(until: Timeout(seconds: Store.timeoutSeconds)) {
          try repository.move(journal.branch, from: journal.parent, to: commit, reflog: reason)
        }
      }
    } catch {
      try takeBack(journal.files, journal)
      // Where a foreign commit has come between, ours is decided again.
      guard (error as? GitError)?.kind == .modified else { throw error }
      return nil
    }
    var warnings: [String] = []
    warn(&warnings, "git's index could not be written: ") { try writingIndex(lock) }
    _ = consume lock
    return warnings
  }

  /// Puts the prepared files in place; false, and all as it was, when one was saved meanwhile.
  func exchange(_ journal: Journal) throws -> Bool {
    var done: [Journal.File] = []
    var isOvertaken = false
    do {
      for file in journal.files where !isOvertaken {
        let placement = try put(file)
        done.append(file)
        // A file that was removed meanwhile is put back by being written.
        guard placement == .exchanged else { continue }
        let displaced = notes.disk.kind(of: file.prepared)
        isOvertaken =
          try displaced == .directory || hash(of: file.prepared, in: notes.disk) != file.before
        if isOvertaken, displaced == .symbolicLink {
          throw StoreError.problems([Problem(file.path, FileTreeError.symbolicLink.reason)])
        }
      }
    } catch {
      try takeBack(done, journal)
      throw error
    }
    if isOvertaken { try takeBack(done, journal) }
    return !isOvertaken
  }

  /// Gives the work files what was there, and lets the change go.
  ///
  /// - Throws: `.recorded` when that fails: then the next command that takes the lock finishes the change.
  func takeBack(_ files: [Journal.File], _ journal: Journal) throws {
    do {
      for file in files.reversed() { try restore(file) }
      try notes.operations.drop(from: journal.parent, to: journal.commit)
      if notes.disk.kind(of: CloneFile.journal) != nil { try notes.disk.remove(CloneFile.journal) }
    } catch {
      throw StoreError.recorded(StoreError(error))
    }
    // Without the journal nothing reads the prepared files; the next change replaces them.
    try? finish(journal)
  }

  /// Puts a prepared file in place, or takes one away.
  func put(_ file: Journal.File) throws -> Disk.Placement {
    guard file.after != nil else {
      try location.disk.takeAway(file.path, to: notes.disk.absolute(file.prepared))
      return .exchanged
    }
    try location.disk.makeDirectory(file.path.folder)
    location.disk.removeEmptyDirectories(file.path)
    return try swap(file)
  }

  /// The hash of what is at a path, a link being where it leads; nil when nothing does.
  func hash(of path: String, in disk: Disk) throws -> ObjectID? {
    if let target = disk.linkTarget(of: path) { return try repository.hash(target) }
    // libgit2 gives up where a file becomes shorter meanwhile.
    if let bytes = disk.bytes(of: path) { return try repository.hash(bytes) }
    return disk.kind(of: path) == .file ? try repository.hashFile(disk.absolute(path)) : nil
  }

  func swap(_ file: Journal.File) throws -> Disk.Placement {
    try location.disk.exchange(notes.disk.absolute(file.prepared), with: file.path)
  }

  /// Gives a work file back what the exchange took, unless something newer was saved there since.
  private func restore(_ file: Journal.File) throws {
    let taken = notes.disk.absolute(file.prepared)
    let wasAdded = file.after != nil && notes.disk.kind(of: file.prepared) == nil
    if wasAdded { try location.disk.takeAway(file.path, to: taken) }
    guard notes.disk.kind(of: file.prepared) != nil else { return }
    var displaced = try hash(of: file.prepared, in: notes.disk)
    guard displaced != file.after else { return }
    if wasAdded || file.after == nil {
      return try location.disk.putBack(taken, as: file.path)
    }
    // Each swap finds what the one before it has put there, or the latest save, which goes back.
    var expected = file.after
    for _ in 0..<Store.mostAttempts {
      guard try swap(file) == .exchanged else { return }
      let found = try hash(of: file.prepared, in: notes.disk)
      if found == expected { return }
      (expected, displaced) = (displaced, found)
    }
    throw StoreError.restless(path: location.disk.absolute(file.path))
  }

  /// Does what remains once the branch has moved.
  ///
  /// What fails is told and is no failure of what is recorded: the caller would repeat that.
  func warn(
    _ warnings: inout [String],
    _ place: String = "",
    _ body: () throws -> Void
  ) {
    do {
      try body()
    } catch {
      warnings.append("recorded; but \(place)\(error)")
    }
  }

  /// Brings a change to the disk and lets the journal go; what fails besides.
  ///
  /// Where something has failed already, the journal stays for the next command that takes the lock.
  func conclude(
    _ journal: Journal,
    after warnings: [String]
  ) -> [String] {
    var more: [String] = []
    warn(&more) {
      try notes.disk.synchronize()
      if warnings.isEmpty { try finish(journal) }
    }
    return more
  }

  func finish(_ journal: Journal) throws {
    for file in journal.files { try notes.disk.remove(file.prepared) }
    try notes.disk.remove(CloneFile.journal)
    try notes.disk.remove(CloneFile.began)
  }
}
