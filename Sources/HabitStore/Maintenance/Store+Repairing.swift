internal import Git
internal import GitFormats
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import Posix

extension Store {
  /// Something that was wrong and has been put right.
  public struct Repair: Hashable, Sendable {
    /// What was done, in words.
    public let description: String
  }

  /// Which of git's own files cannot be read, or are gone, by their paths from the root.
  public func damagedFiles() throws(StoreError) -> [String] {
    let folder = notes.gitDirectory == location.root + "/.git" ? ".git" : notes.gitDirectory
    do {
      guard try Repository.hasHead(in: notes.gitDirectory) else { return [folder + "/HEAD"] }
      let repository = try Repository(at: location.root)
      let vanished = try notes.vanishedBranch(in: repository).map(\.name)
      return try ([vanished].compactMap(\.self) + repository.damagedFiles())
        .map { "\(folder)/\($0)" }
    } catch {
      throw StoreError(error, in: location)
    }
  }

  /// Rebuilds what of git's own files cannot be read or is gone: `HEAD`, references and the index.
  ///
  /// What the files say that no branch has any more is committed as a manual edit.
  ///
  /// - Returns: what was done.
  /// - Throws: when something cannot be read or written.
  public func mendGit(by writer: Writer) throws(StoreError) -> [Repair] {
    let damaged = try damagedFiles()
    guard !damaged.isEmpty else { return [] }
    let lock = try lock()
    var transaction = try Transaction(self, writer)
    try transaction.restoreBranch()
    try transaction.mappingErrors { () throws(any Error) in
      try transaction.repository.mendReferences(settingAsideIn: notes.damaged)
      try transaction.mendIndex()
    }
    _ = consume lock
    let left = try damagedFiles()
    return damaged.filter { !left.contains($0) }.map { path in
      let name = path.firstRange(of: "refs/").map { String(path[$0.lowerBound...]) }
      let isMoved = name.map { !ReferenceName.isValid($0) } ?? false
      return Repair(description: (isMoved ? "moved to .git/habit/damaged: " : "rebuilt: ") + path)
    }
  }

  /// Joins what text merges left in a user's files: duplicate days, and the two sides of
  /// conflict markers.
  ///
  /// - Returns: what was done.
  /// - Throws: when something cannot be read or written.
  public func repair(by writer: Writer) throws(StoreError) -> [Repair] {
    try mend("mend what stood twice", by: writer) { (tree) throws(StoreError) in
      Mending(joiningCopiesIn: tree)
    }
  }

  /// Merges the conflict copies beside a user's files into them, and removes those that were merged.
  ///
  /// - Returns: what was done.
  /// - Throws: `.problems` with the copies that stay because the system did not let them be read. The
  ///   others were merged.
  public func mergeConflictCopies(by writer: Writer) throws(StoreError) -> [Repair] {
    guard try !UserFiles(of: writer.user, in: location).list().conflictCopies.isEmpty else {
      return []
    }
    let transaction = try Transaction(self, writer)
    let notes = notes
    return try mend("merge conflict copies", by: writer) { (tree) throws(StoreError) in
      var mending = Mending()
      for copy in tree.conflictCopies {
        do throws(GitError) {
          try mending.merge(copy, in: tree, notes, transaction.repository)
        } catch {
          throw StoreError(error, in: location)
        }
      }
      return mending
    }
  }

  private func mend(
    _ subject: String,
    by writer: Writer,
    _ body: (FileTree) throws(StoreError) -> Mending
  ) throws(StoreError) -> [Repair] {
    var transaction = try begin(by: writer)
    while true {
      let mending = try body(transaction.files)
      let done = try transaction.commit(
        mending.edits(of: transaction.files),
        removing: mending.merged,
        subject: subject
      )
      guard let done else { continue }
      guard mending.problems.isEmpty else { throw .problems(mending.problems) }
      return (done.manualEdits + mending.repairs).map(Repair.init)
    }
  }
}

/// What can be put right in a user's files without asking.
private struct Mending: Sendable {
  /// The files as they are to be.
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
  ) throws(GitError) {
    let path = copy.original.path
    do {
      let bytes = try tree.contents(of: copy.path)
      let edit = try ManualEdit(of: copy.original, bytes: bytes, stamp: nil)
      let latest = try files[path] ?? tree.bytesIfThere(of: path)
      let earlier = merged.filter { $0.original == path }.map(\.bytes)
      let known = KnownVersions(copyOf: path, latest: latest, others: earlier, notes: notes)
      let outcome = try known.merge(edit, in: .conflictCopy, from: repository)
      files[path] = outcome.bytes
      merged.append(Transaction.MergedCopy(path: copy.path, original: path, bytes: bytes))
      repairs.append("\(copy.path): merged into \(path)")
      repairs += outcome.overridden.map { $0.sentence(about: path) }
    } catch let error as GitError {
      throw error
    } catch FileTreeError.unreadable(let reason) {
      problems.append(Problem(copy.path, FileTreeError.unreadable(reason: reason).reason))
    } catch {
      // Both stay as they are; `check` says what is wrong with the copy.
    }
  }

  /// The changes of the files.
  func edits(of tree: FileTree) -> [Edit] {
    files.sorted { $0.key < $1.key }.compactMap { path, bytes -> Edit? in
      let before = tree.bytes(of: path)
      guard let layout = Layout(path: path), before != bytes else { return nil }
      do {
        return try .merged(layout, before: before, after: bytes)
      } catch {
        // It was found to be right when it was merged.
        return nil
      }
    }
  }
}
