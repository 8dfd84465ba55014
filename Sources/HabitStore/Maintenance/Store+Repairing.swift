internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import Posix

extension Store {
  /// Which of git's own files cannot be read, or are gone, and which of habit's are folders, by their paths
  /// from the root.
  public func damagedFiles() throws -> [String] {
    let folder = notes.gitDirectory == location.root + "/.git" ? ".git" : notes.gitDirectory
    guard try Repository.hasHead(in: notes.gitDirectory) else { return [folder + "/HEAD"] }
    let repository = try Repository(at: location.root)
    let vanished = try notes.vanishedBranch(in: repository).map(\.name)
    return try ([vanished].compactMap(\.self) + repository.damagedFiles() + misplacedFolders)
      .map { "\(folder)/\($0)" }
  }

  private var misplacedFolders: [String] {
    CloneFile.renewed.filter { notes.disk.kind(of: $0) == .directory }
  }

  /// Rebuilds what of git's own files cannot be read or is gone: `HEAD`, references and the index; and moves
  /// folders away that have the names of habit's files.
  ///
  /// What the files say that no branch has any more is committed as a manual edit. The result is what was
  /// done, in words, as it is of the other repairs.
  public func mendGit(by writer: Writer) throws -> [String] {
    let damaged = try damagedFiles()
    guard !damaged.isEmpty else { return [] }
    var transaction = try Transaction(self, writer, lock: lock())
    for path in misplacedFolders { try notes.setAside(path) }
    try transaction.restoreBranch()
    try transaction.repository.mendReferences(settingAsideIn: CloneFile.damaged)
    try transaction.mendIndex()
    let left = try damagedFiles()
    return damaged.filter { !left.contains($0) }.map { path in
      let name = path.firstRange(of: "refs/").map { String(path[$0.lowerBound...]) }
      let isMoved =
        name.map { !ReferenceName.isValid($0) } ?? CloneFile.renewed.contains(where: path.hasSuffix)
      return (isMoved ? "moved to .git/habit/damaged: " : "rebuilt: ") + path
    }
  }

  /// Joins what text merges left in a user's files: duplicate days, and the two sides of
  /// conflict markers.
  public func repair(by writer: Writer) throws -> [String] {
    try mend("mend what stood twice", by: writer) { tree in
      Mending(joiningCopiesIn: tree)
    }
  }

  /// Joins the data files that git's unfinished cherry-pick, revert or `git am` has left in conflict, and
  /// stages them; git goes on from there.
  public func joinConflicts(by writer: Writer) throws -> [String] {
    let transaction = try Transaction(self, writer, lock: lock())
    try transaction.recover()
    return try transaction.joinConflicts()
  }

  /// Merges the conflict copies beside a user's files into them, and removes those that were merged.
  ///
  /// It throws `.problems` with the copies that stay because the system did not let them be read. The
  /// others were merged.
  public func mergeConflictCopies(by writer: Writer) throws -> [String] {
    guard try !UserFiles(of: writer.user, in: location).list().conflictCopies.isEmpty else {
      return []
    }
    let transaction = try Transaction(self, writer)
    let notes = notes
    return try mend("merge conflict copies", by: writer) { tree in
      var mending = Mending()
      for copy in tree.conflictCopies {
        try mending.merge(copy, in: tree, notes, transaction.repository)
      }
      return mending
    }
  }

  private func mend(
    _ subject: String,
    by writer: Writer,
    _ body: (FileTree) throws -> Mending
  ) throws -> [String] {
    var transaction = try begin(by: writer)
    while true {
      let mending = try body(transaction.files)
      let done = try transaction.commit(
        mending.edits(of: transaction.files),
        removing: mending.merged,
        subject: subject
      )
      guard let done else { continue }
      guard mending.problems.isEmpty else { throw StoreError.problems(mending.problems) }
      return done.manualEdits + mending.repairs
    }
  }
}

extension Transaction {
  fileprivate func joinConflicts() throws -> [String] {
    let head = try repository.head()
    guard let operation = repository.operation, operation != .merge, let branch = head.branch else {
      return []
    }
    let lines = try repository.index(under: [.root]).filter { $0.stage > 0 }
    var targets: [Target] = []
    for (path, stages) in Dictionary(grouping: lines, by: \.path) {
      guard let layout = Layout(path: path), let rule = FileMerge(layout),
        let work = location.disk.bytes(of: layout.path)
      else { continue }
      var versions: [Int: [UInt8]] = [:]
      for line in stages { versions[Int(line.stage)] = try repository.blob(line.blob) }
      guard let ours = versions[2], let theirs = versions[3] else { continue }
      do {
        let base = [versions[1]].compactMap(\.self)
        var merged = try rule.merging(ours, theirs, since: base).bytes
        if !versions.values.contains(work) {
          let known = Array(versions.values)
          merged = try rule.merging(merged, rule.withoutMarkers(work), since: known).bytes
        }
        targets.append(Target(path: layout.path, before: work, after: merged))
      } catch {
        // It cannot be read; git goes on naming it.
      }
    }
    targets.sort { $0.path < $1.path }
    guard !targets.isEmpty else { return [] }
    try begin()
    let commit = head.commit
    let pending = PendingCommit(parent: commit, commit: commit, kind: .upkeep, subject: "")
    let journal = try prepare(targets, [], removing: [], branch: branch, pending)
    let warnings = try publish(journal, besides: operation, reflog: "") { lock in
      let blobs = try targets.map { target in
        (GitPath(target.path), try repository.writeBlob(blobBytes(of: target.after)))
      }
      try repository.writeIndex(setting: blobs, in: location.root, holding: lock)
    }
    guard let warnings else { throw StoreError.restless(path: location.root) }
    let more = conclude(journal, after: warnings)
    return targets.map { "\($0.path): joined both sides of git's conflict" } + warnings + more
  }
}

/// What can be put right in a user's files without asking.
private struct Mending: Sendable {
  private var files: [String: [UInt8]] = [:]
  /// Copies that are merged into their files.
  private(set) var merged: [Transaction.MergedCopy] = []
  private(set) var repairs: [String] = []
  /// Copies that stay, and why.
  private(set) var problems: [Problem] = []

  init() {}

  init(joiningCopiesIn tree: FileTree) {
    for path in tree.paths {
      guard let layout = Layout(path: path), let merge = FileMerge(layout),
        let bytes = tree.bytes(of: path)
      else { continue }
      do {
        let joined = try merge.joiningCopies(in: bytes)
        guard joined.bytes != bytes else { continue }
        // What is merged and still invalid is left to the user; nothing of it is removed.
        _ = try Edit.merged(layout, before: bytes, after: joined.bytes)
        files[path] = joined.bytes
        let days = joined.conflicts.joined(separator: ", ")
        repairs.append("\(path): joined duplicates (\(days))")
      } catch {
        // The user has to correct it; `check` says where.
      }
    }
  }

  /// Merges a conflict copy into its file, as what was saved from an older version of that.
  mutating func merge(
    _ copy: ConflictCopy,
    in tree: FileTree,
    _ notes: CloneNotes,
    _ repository: borrowing Repository
  ) throws {
    let path = copy.original.path
    do {
      let bytes = try tree.contents(of: copy.path)
      let edit = try ManualEdit(of: copy.original, bytes: bytes, stamp: nil)
      let latest = try files[path] ?? tree.bytesIfThere(of: path)
      let earlier = merged.filter { $0.original == path }.map(\.bytes)
      let known = KnownVersions(path: path, latest: latest, copies: earlier, log: notes.operations)
      let outcome = try known.merge(edit, isCopy: true, from: repository)
      files[path] = outcome.bytes
      merged.append(Transaction.MergedCopy(path: copy.path, original: path, bytes: bytes))
      repairs.append("\(copy.path): merged into \(path)")
      repairs += outcome.overridden.map { $0.sentence(about: path) }
    } catch FileTreeError.unreadable(let reason) {
      problems.append(Problem(copy.path, FileTreeError.unreadable(reason: reason).reason))
    } catch let error where error is FileTreeError || error is FileProblems {
      // Both stay as they are; `check` says what is wrong with the copy.
    }
  }

  func edits(of tree: FileTree) -> [Edit] {
    files.sorted { $0.key < $1.key }.compactMap { path, bytes -> Edit? in
      let before = tree.bytes(of: path)
      guard let layout = Layout(path: path), before != bytes else { return nil }
      // It was found to be right when it was merged.
      return try? Edit.merged(layout, before: before, after: bytes)
    }
  }
}
