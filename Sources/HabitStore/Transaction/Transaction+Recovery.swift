internal import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

// What a crash left, found by the next command that takes the lock.

extension Transaction {
  /// Finishes what a crash left half done, or lets it go; a record is then whole or absent.
  ///
  /// The result is false when there was nothing.
  @discardableResult
  func recover() throws -> Bool {
    try CloneNotes(gitDirectory: repository.commonDirectory).checkLinks()
    try notes.operations.takeOver()
    // We hold the lock: whatever else of ours holds git's is dead.
    if let began = notes.disk.status(of: CloneFile.began)?.modified.seconds {
      try repository.setDamagedObjectsAside(since: began, into: CloneFile.damaged)
    }
    try IndexLock.removeStale(in: notes.gitDirectory)
    try repository.clearConfigurationLock()
    let folder = notes.folder
    let hasGoneBack = try checkCopy(folder)
    let hasJournal = try followJournal(inCopy: folder == .copy)
    // Until then it is a copy, also to the next command when this one fails.
    if folder != .known { try notes.settle() }
    return hasGoneBack || hasJournal
  }

  /// Finishes the change of the journal that was left, or lets it go; false without one.
  private func followJournal(inCopy isCopy: Bool) throws -> Bool {
    guard notes.disk.kind(of: CloneFile.journal) != nil else {
      try notes.disk.remove(CloneFile.began)
      return false
    }
    guard let journal = try journal() else {
      try notes.disk.remove(CloneFile.journal)
      try notes.disk.remove(CloneFile.began)
      return true
    }
    removeStaleBranchLock(journal)
    try mendBranch(journal)
    try mendIndex()
    if try settle(journal, inCopy: isCopy) {
      try takeNote(of: journal)
    } else {
      try notes.operations.drop(from: journal.parent, to: journal.commit)
    }
    try notes.disk.synchronize()
    try finish(journal)
    return true
  }

  /// The journal that was left; nil when it was cut off while it was written.
  ///
  /// - Throws: `.problems` when it names what no change of ours can: nothing of it is followed.
  private func journal() throws -> Journal? {
    guard let bytes = try notes.disk.bytesIfThere(of: CloneFile.journal) else { return nil }
    do throws(Journal.Refusal) {
      let journal = try Journal(bytes)
      if let file = journal.files.first(where: { location.disk.isBehindLink($0.path) }) {
        throw Journal.Refusal.forbidden(file.path)
      }
      return journal
    } catch {
      guard case .forbidden(let name) = error else { return nil }
      throw StoreError.problems([
        notes.problem(
          of: CloneFile.journal,
          "it names \(name), which no change of ours can: the folder may be meant to do harm"
        )
      ])
    }
  }

  /// A lock of the branch is ours when it holds our commit, or what a crash left of it; git's is empty for
  /// a moment.
  private func removeStaleBranchLock(_ journal: Journal) {
    let disk = Disk(root: repository.commonDirectory)
    let path = journal.branch + ".lock"
    guard !disk.isBehindLink(path), let content = disk.bytes(of: path) else { return }
    let text = String(decoding: content.filter { $0 != 0 }, as: UTF8.self).trimmed
    guard text.isEmpty || journal.commit?.hex.hasPrefix(text) == true else { return }
    let timeout = Timeout(seconds: text.isEmpty ? Transaction.secondsOfLock : 0)
    // What stays is named when it is next waited for.
    try? disk.removeAbandoned([path], after: timeout)
  }

  /// Writes the branch again when a power cut has left its name and nothing that can be read.
  private func mendBranch(_ journal: Journal) throws {
    let disk = Disk(root: repository.commonDirectory)
    guard !disk.isBehindLink(journal.branch), let content = disk.bytes(of: journal.branch) else {
      return
    }
    let text = String(decoding: content, as: UTF8.self).trimmed
    guard ObjectID(hex: text) == nil, !text.hasPrefix("ref: ") else { return }
    if let id = try existingCommit(of: journal) ?? journal.parent {
      try disk.replace(journal.branch, Array("\(id.hex)\n".utf8))
    } else {
      try disk.remove(journal.branch)
    }
  }

  /// Rebuilds the index when a power cut has left one that cannot be read.
  func mendIndex() throws {
    guard try repository.isIndexDamaged() else { return }
    try makeIndex(of: repository.head().commit)
  }

  /// The commit of a change, if it is there with what it changed: a copy that was made while others
  /// wrote may lack any object.
  private func existingCommit(of journal: Journal) throws(GitError) -> ObjectID? {
    guard let commit = journal.commit else { return nil }
    do throws(GitError) {
      _ = try repository.changes(from: journal.parent, to: commit)
      for file in journal.files {
        let entry = try repository.entry(at: GitPath(file.path), of: commit)
        if let entry { _ = try repository.size(of: entry.id) }
      }
      return commit
    } catch  where error.kind == .notFound {
      if try repository.lastWhole(of: [commit]) != nil { throw error }
      return nil
    }
  }

  /// Brings the branch to where the work files are, if all of them are in place or can be put there.
  ///
  /// In a copy that was made while others wrote, what lies beside the journal may be another change's.
  private func settle(_ journal: Journal, inCopy isCopy: Bool) throws -> Bool {
    let head = try repository.head()
    let commit = try existingCommit(of: journal)
    let isOurs =
      head.branch == journal.branch && commit != nil
      && (head.commit == journal.parent || head.commit == commit)
    var isWhole = true
    for file in journal.files {
      if isOurs, try isWaiting(file) { _ = try put(file) }
      if !isCopy, try hash(of: file.path, in: location.disk) == file.after {
        try keepForeignSave(file)
      }
      let isInPlace = try hash(of: file.path, in: location.disk) == file.after
      isWhole = isWhole && isInPlace
    }
    guard isWhole, isOurs, let commit else { return false }
    if head.commit == journal.parent, commit != journal.parent {
      try repository.move(
        journal.branch,
        from: journal.parent,
        to: commit,
        reflog: "habit: finished after a crash"
      )
    }
    return true
  }

  /// Whether a file is as it was before the change, and what takes its place lies ready.
  private func isWaiting(_ file: Journal.File) throws -> Bool {
    guard file.before != file.after,
      try hash(of: file.path, in: location.disk) == file.before
    else { return false }
    guard let after = file.after else { return true }
    return try hash(of: file.prepared, in: notes.disk) == after
  }

  /// Brings the index to where the work files are.
  private func takeNote(of journal: Journal) throws {
    var entries: [(path: GitPath, entry: TreeEntry?)] = []
    for file in journal.files {
      let entry = try journal.commit.flatMap { commit in
        try repository.entry(at: GitPath(file.path), of: commit)
      }
      entries.append((GitPath(file.path), entry))
    }
    // What has no work file is in no journal.
    if let commit = journal.commit {
      let known = Set(entries.map(\.path))
      for change in try repository.changes(from: journal.parent, to: commit)
      where !known.contains(change.path) {
        entries.append((change.path, change.new))
      }
    }
    let lock = try waitForIndexLock()
    try repository.writeIndex(setting: entries, in: location.root, holding: lock)
  }

  /// What the exchange displaced was saved by another program when it is neither what was read nor
  /// ours: it goes back, and our record, which was not acknowledged, gives way.
  private func keepForeignSave(_ file: Journal.File) throws {
    guard let displaced = try hash(of: file.prepared, in: notes.disk), displaced != file.before,
      displaced != file.after
    else { return }
    _ = try swap(file)
  }
}
