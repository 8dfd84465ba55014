internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge

/// The versions of a data file that a manual edit may have been made from: what is committed, what the work
/// tree has shown, and history.
struct KnownVersions {
  let path: String
  /// The newest version: what the edit is merged into; nil when there is no file.
  let latest: [UInt8]?
  /// Conflict copies that were merged into the newest version before.
  var copies: [[UInt8]] = []
  /// The file as git's index has it.
  var staged: ObjectID?
  let log: OperationLog
}

extension KnownVersions {
  /// An edit merged into the newest version since the one that it was made from; one that `acceptsDeletions`
  /// is taken as it is.
  ///
  /// A synchroniser's copy was made by no decision, so it removes nothing.
  /// It throws `FileProblems` when the merged file is wrong, `GitError` when HEAD cannot be read.
  func merge(
    _ edit: ManualEdit,
    acceptsDeletions: Bool = false,
    isCopy: Bool = false,
    from repository: borrowing Repository
  ) throws -> ManualEdit.Outcome {
    guard edit.layout.isData, !acceptsDeletions else {
      return try edit.merged(into: latest, since: latest, removing: .all)
    }
    var base = BaseSearch(for: edit)
    var deletions = DeletionSearch<ObjectID>(for: edit, from: latest)
    let operations = try log.operations
    for version in [latest].compactMap(\.self) + copies { base.consider(version) }
    var commit = consider(operations, for: &base, in: repository)
    let isWhole = try search(&base, &commit, &deletions, operations, in: repository)
    let removed: Deletions
    if case .year = edit.layout {
      let removesNothing = try isCopy || isComposedByGit(edit, in: repository)
      removed = removesNothing ? .none : deletions.deletions
    } else {
      // Definitions have no entries: the nearest version tells, where it is among those of history.
      removed = isCopy || !isWhole && !base.isExact ? .none : .all
    }
    var since = base.nearest ?? latest
    if let commit { since = common(base.nearest, at: commit, in: repository) }
    return try edit.merged(
      into: latest,
      since: since,
      oldTotals: base.oldTotals,
      removing: removed
    )
  }

  /// Considers the versions that the work tree has shown, the newest first; the commit of the nearest one,
  /// nil where none is nearer than what was considered before.
  private func consider(
    _ operations: [OperationLog.Line],
    for base: inout BaseSearch,
    in repository: borrowing Repository
  ) -> ObjectID? {
    var seen: Set<ObjectID> = []
    var nearest: ObjectID?
    for operation in operations {
      let (saw, old, new) = (operation.saw, operation.old, operation.new)
      // What was saved is in the commit that it was merged into; an operation begins where one has ended.
      for case (let version?, let commit?) in [(saw, new), (new, new), (old, old)]
      where !base.isOver && seen.insert(version).inserted {
        // What git has removed tells nothing.
        let file = attempt { try repository.entry(at: GitPath(path), of: version) } ?? nil
        if let file, seen.insert(file.id).inserted, let bytes = repository.readable(file.id),
          base.consider(bytes)
        {
          nearest = commit
        }
      }
    }
    return nearest
  }

  /// The version since which a commit and HEAD differ, the commit's own where HEAD's history has it; nil where
  /// none is known, so that nothing is removed.
  ///
  /// Were the commit's own always the base, HEAD would seem to have removed what it never had.
  private func common(
    _ nearest: [UInt8]?,
    at commit: ObjectID,
    in repository: borrowing Repository
  ) -> [UInt8]? {
    let common: [UInt8]?? = attempt {
      guard let head = try repository.head().commit else { return nil }
      let bases = try repository.mergeBases(commit, head)
      if bases == [commit] { return nearest }
      return bases.count == 1 ? try repository.file(GitPath(path), of: bases[0]) : nil
    }
    return common ?? nil
  }

  /// Whether git has put the file together from several versions: git has these bytes, and nobody has
  /// staged them.
  ///
  /// A merge, or a stash that is put back, takes what it finds when it begins, while others record.
  /// What an editor has saved git does not have.
  private func isComposedByGit(
    _ edit: ManualEdit,
    in repository: borrowing Repository
  ) throws -> Bool {
    let bytes = blobBytes(of: edit.bytes)
    guard try repository.hash(bytes) != staged else { return false }
    return try repository.hasBlob(of: bytes)
  }

  /// Goes through history, unless what the work tree has shown tells everything; whether all versions were
  /// there that could tell something.
  ///
  /// Where one of them is the nearest, no other `commit` is.
  private func search(
    _ base: inout BaseSearch,
    _ commit: inout ObjectID?,
    _ deletions: inout DeletionSearch<ObjectID>,
    _ operations: [OperationLog.Line],
    in repository: borrowing Repository
  ) throws -> Bool {
    guard !base.isExact || !deletions.isOver else { return true }
    var versions: Set<ObjectID> = []
    var isReadable = true
    let isWhole = try repository.visitVersions(of: GitPath(path)) { version in
      if versions.insert(version.blob).inserted {
        let bytes = repository.readable(version.blob)
        isReadable = isReadable && bytes != nil
        if let bytes, base.consider(bytes) { commit = nil }
      }
      deletions.visit(
        version.blob,
        after: version.parents,
        pending: version.pending,
        reading: { repository.readable($0) },
        isRecorded: { operations.isRecorded($0, by: version.commit, in: repository) }
      )
      return !base.isOver || !deletions.isOver
    }
    return isWhole && isReadable
  }
}

extension [OperationLog.Line] {
  /// Whether a commit is one of habit that recorded an entry.
  ///
  /// A commit that another program has rewritten does not count: it follows commits that the user who
  /// recorded the entry need not have seen. It keeps its author, but not its committer, and is not in the
  /// log of what this clone recorded.
  fileprivate func isRecorded(
    _ entry: String,
    by commit: ObjectID,
    in repository: borrowing Repository
  ) -> Bool {
    guard let device = entry.split(separator: " ").last.flatMap({ Device($0) }) else {
      return false
    }
    do {
      let own = commits(by: device)
      guard own.isEmpty || own.contains(commit) else { return false }
      let commit = try repository.readCommit(commit)
      return commit.author == commit.committer
        && ["log ", "done "].contains { commit.message.hasPrefix($0) }
    } catch {
      return false
    }
  }
}
