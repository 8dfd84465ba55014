internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge

/// The versions of a data file that a manual edit may have been made from.
struct KnownVersions {
  private let path: String
  /// The newest version: what the edit is merged into; nil when there is no file.
  let latest: [UInt8]?
  private let others: [[UInt8]]
  /// Whether git has put the newest version in the place of what the tool last wrote, and its history need
  /// not have that: git has moved the branch, and left the file.
  private let isOfGit: Bool
  private let staged: ObjectID?
  private let commands: CommandLog
}

extension KnownVersions {
  /// The versions of a work file.
  ///
  /// The newest one is what the tool last wrote to the file or took from it, unless git itself has
  /// put another version in its place since, as a pull or a revert does: what that took away no
  /// editor has lost. In a folder that was restored or copied while others wrote, and for a file that
  /// was left alone because it could not be read, the note may be older than the branch.
  init(
    of path: String,
    _ entry: IndexEntry?,
    head: [UInt8]?,
    notes: CloneNotes,
    in repository: borrowing Repository
  ) throws {
    let lastWritten = notes.lastWritten.bytes(of: path)
    let isOlder = try KnownVersions.isOlder(lastWritten, than: head, path, in: repository)
    let isOfGit =
      !isOlder && KnownVersions.isWrittenByGit(path, entry, head, lastWritten, notes)
    let isHead = isOlder || lastWritten == nil || isOfGit
    let known = (isHead ? [head, lastWritten] : [lastWritten, head]).compactMap(\.self)
    let older = known.dropFirst() + notes.saved(of: path)
    self.init(
      path: path,
      latest: known.first,
      others: Array(older),
      isOfGit: isOfGit,
      staged: entry?.blob,
      commands: notes.commands
    )
  }

  /// The versions that a conflict copy of a file may have been made from: others are copies that were
  /// merged before.
  init(copyOf path: String, latest: [UInt8]?, others: [[UInt8]], notes: CloneNotes) {
    let written = [notes.lastWritten.bytes(of: path)].compactMap(\.self)
    self.init(
      path: path,
      latest: latest,
      others: others + notes.saved(of: path) + written,
      isOfGit: false,
      staged: nil,
      commands: notes.commands
    )
  }

  /// Whether git has checked the file out since the tool last wrote it.
  private static func isWrittenByGit(
    _ path: String,
    _ entry: IndexEntry?,
    _ head: [UInt8]?,
    _ lastWritten: [UInt8]?,
    _ notes: CloneNotes
  ) -> Bool {
    guard let entry, let head, let lastWritten, head != blobBytes(of: lastWritten),
      let time = notes.timeOfLastWrite(path)
    else { return false }
    return entry.stamp.modified > time
  }

  enum Place {
    /// In the file; with `acceptsDeletions` it is taken as it is.
    case file(acceptsDeletions: Bool)
    /// Beside it, as a synchroniser's copy: it was made by no decision, so it removes nothing.
    case conflictCopy
  }

  /// Whether what the tool last wrote is an older version of what is committed.
  private static func isOlder(
    _ lastWritten: [UInt8]?,
    than head: [UInt8]?,
    _ path: String,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard let layout = Layout(path: path), let head, let written = lastWritten.map(blobBytes),
      written != head
    else { return false }
    // Where history cannot be read, what is committed tells: it has all of the other.
    if let merge = FileMerge(layout), merge.contains(head, all: written) { return true }
    return try repository.hasVersion(written, of: GitPath(path))
  }

  /// An edit merged into the newest version since the one that it was made from.
  ///
  /// It throws `FileProblems` when the merged file is wrong, `GitError` when HEAD cannot be read.
  func merge(
    _ edit: ManualEdit,
    in place: Place,
    from repository: borrowing Repository
  ) throws -> ManualEdit.Outcome {
    var isCopy = false
    switch place {
    case .file(acceptsDeletions: true):
      return try edit.merged(into: latest, since: latest, removing: .all)
    case .file(acceptsDeletions: false) where !edit.layout.isData:
      return try edit.merged(into: latest, since: latest, removing: .all)
    case .file: break
    case .conflictCopy: isCopy = true
    }
    var base = BaseSearch(for: edit)
    var deletions = DeletionSearch<ObjectID>(for: edit, from: latest)
    for version in [latest].compactMap(\.self) + others { base.consider(version) }
    let isWhole = try search(&base, &deletions, in: repository)
    let removed: Deletions
    if case .year = edit.layout {
      let removesNothing = try isCopy || isComposedByGit(edit, in: repository)
      removed = removesNothing ? .none : deletions.deletions
    } else {
      // Definitions have no entries: the nearest version tells, where it is among those of history.
      removed = isCopy || !isWhole && !base.isExact ? .none : .all
    }
    var since = base.nearest ?? latest
    // What the newest version lacks of one that it never had, nobody has removed.
    if isOfGit, let nearest = base.nearest, others.contains(nearest),
      try !repository.hasVersion(blobBytes(of: nearest), of: GitPath(path))
    {
      since = nil
    }
    return try edit.merged(
      into: latest,
      since: since,
      oldTotals: base.oldTotals,
      removing: removed
    )
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

  /// Goes through history, unless what the tool last wrote tells everything; whether all versions were
  /// there that could tell something.
  private func search(
    _ base: inout BaseSearch,
    _ deletions: inout DeletionSearch<ObjectID>,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard !base.isExact || !deletions.isOver else { return true }
    var versions: Set<ObjectID> = []
    var isReadable = true
    let isWhole = try repository.visitVersions(of: GitPath(path)) { version in
      if versions.insert(version.blob).inserted {
        let bytes = repository.readable(version.blob)
        isReadable = isReadable && bytes != nil
        if let bytes { base.consider(bytes) }
      }
      deletions.visit(
        version.blob,
        after: version.parents,
        pending: version.pending,
        reading: { repository.readable($0) },
        isRecorded: { commands.isRecorded($0, by: version.commit, in: repository) }
      )
      return !base.isOver || !deletions.isOver
    }
    return isWhole && isReadable
  }
}

extension CommandLog {
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
      let own = try commits(by: device)
      guard own.isEmpty || own.contains(commit) else { return false }
      let commit = try repository.readCommit(commit)
      return commit.author == commit.committer
        && ["log ", "done "].contains { commit.message.hasPrefix($0) }
    } catch {
      return false
    }
  }
}
