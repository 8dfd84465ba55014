internal import Git
internal import GitFormats
internal import HabitFiles
internal import HabitMerge

/// The versions of a data file that a manual edit may have been made from.
struct KnownVersions {
  let path: String
  /// The newest version: what the edit is merged into; nil when there is no file.
  let latest: [UInt8]?
  /// Older ones that history need not have, the newest first.
  private let others: [[UInt8]]

  init(of path: String, latest: [UInt8]?, others: [[UInt8]]) {
    self.path = path
    self.latest = latest
    self.others = others
  }

  /// The versions of a work file.
  ///
  /// The newest one is what the tool last wrote to the file or took from it, unless git itself has
  /// put another version in its place since, as a pull or a revert does: what that took away no
  /// editor has lost. In a folder that was restored or copied while others wrote, the note may be
  /// older than the branch.
  init(
    of path: String,
    _ entry: IndexEntry?,
    head: [UInt8]?,
    notes: CloneNotes,
    in repository: borrowing Repository
  ) throws(GitError) {
    let lastWritten = notes.lastWritten.bytes(of: path)
    let base = notes.base.bytes(of: path)
    let isOlder = try KnownVersions.isOlder(lastWritten, than: head, path, in: repository)
    let isHead =
      isOlder || base != nil || lastWritten == nil
      || KnownVersions.isWrittenByGit(path, entry, head, lastWritten, notes)
    let newest = isHead ? [head, lastWritten] : [lastWritten, head]
    let older = notes.saved(of: path) + [base, notes.previous.bytes(of: path)].compactMap(\.self)
    let known = newest.compactMap(\.self)
    self.init(of: path, latest: known.first, others: known.dropFirst() + older)
  }

  /// The versions that a conflict copy may have been made from.
  ///
  /// - Parameters:
  ///   - path: The file that it is a copy of.
  ///   - latest: The file as it is now.
  ///   - others: Copies that were merged before.
  ///   - notes: The notes of the clone.
  init(copyOf path: String, latest: [UInt8]?, others: [[UInt8]], notes: CloneNotes) {
    let written = [notes.lastWritten, notes.previous].compactMap { $0.bytes(of: path) }
    self.init(of: path, latest: latest, others: others + notes.saved(of: path) + written)
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
    return (Int(entry.stamp.modified.seconds), Int(entry.stamp.modified.nanoseconds)) > time
  }

  /// The place of a manual edit.
  enum Place {
    /// In the file. `isMeant`: the user has seen the newest version, and means what the edit lacks of it;
    /// `acceptsDeletions`: an edit that lost most of its days is merged.
    case file(isMeant: Bool, acceptsDeletions: Bool)
    /// Beside it, as a synchroniser's copy: it was made by no decision, so it removes nothing.
    case conflictCopy
  }

  /// Whether what the tool last wrote is an older version of what is committed.
  private static func isOlder(
    _ lastWritten: [UInt8]?,
    than head: [UInt8]?,
    _ path: String,
    in repository: borrowing Repository
  ) throws(GitError) -> Bool {
    guard let layout = Layout(path: path), let head, let written = lastWritten.map(blobBytes),
      written != head
    else { return false }
    // Where history cannot be read, what is committed tells: it has all of the other.
    if let merge = FileMerge(layout), merge.contains(head, all: written) { return true }
    var isFound = false
    try repository.visitVersions(of: GitPath(path)) { version in
      isFound = version == written
      return !isFound
    }
    return isFound
  }

  /// What becomes of a manual edit.
  enum Result {
    /// `base` is the version that it was made from.
    case merged(ManualEdit.Outcome, base: [UInt8]?)
    /// It has lost so much that the user has to confirm it.
    case refused(Losses)
  }

  /// An edit merged into the newest version since the one that it was made from.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - place: Its place.
  ///   - repository: The repository.
  /// - Returns: The merged file, or why it cannot be merged.
  /// - Throws: `FileProblems` when the merged file is wrong, `GitError` when HEAD cannot be read.
  func merge(
    _ edit: ManualEdit,
    in place: Place,
    from repository: borrowing Repository
  ) throws(any Error) -> Result {
    var (isMeant, acceptsDeletions) = (false, false)
    if case .file(let meant, let accepts) = place { (isMeant, acceptsDeletions) = (meant, accepts) }
    var base = isMeant ? latest : try self.base(of: edit, in: repository)
    if !isMeant, let version = base,
      try edit.isFromAnotherDevice(than: version)
        || isPutTogetherByGit(edit, since: version, in: repository)
    {
      // No user removed what it lacks.
      base = nil
    } else if let losses = Losses(of: edit, since: base, to: latest) {
      guard acceptsDeletions else { return .refused(losses) }
      base = latest
    } else if base != latest, edit.hasLittle(of: base) {
      // It was made from none of these, and nothing counts as removed.
      base = nil
    } else if try base.map({ (version) throws(GitError) in
      try isElsewhere(version, for: edit, in: repository)
    }) == true {
      // Another device or folder may have gone on from what that was made from: nothing was removed.
      base = nil
    } else if case .conflictCopy = place, let version = base, edit.lacksFacts(of: version) {
      base = nil
    }
    return .merged(try edit.merged(into: latest, since: base), base: base)
  }

  /// Whether git has put the file together from several versions: git has these bytes, but HEAD's
  /// history does not.
  ///
  /// A merge, or a stash that is put back, takes what it finds when it begins, while others record.
  /// What an editor has saved git does not have.
  private func isPutTogetherByGit(
    _ edit: ManualEdit,
    since version: [UInt8],
    in repository: borrowing Repository
  ) throws(GitError) -> Bool {
    guard case .year = edit.layout, edit.lacksFacts(of: version) else { return false }
    return try repository.hasBlob(of: blobBytes(of: edit.bytes))
  }

  /// Whether a version says what the edit or the newest one does not, and was never committed here.
  private func isElsewhere(
    _ version: [UInt8],
    for edit: ManualEdit,
    in repository: borrowing Repository
  ) throws(GitError) -> Bool {
    guard let latest, let merge = FileMerge(edit.layout), version != latest,
      edit.lacksFacts(of: version) || !merge.contains(latest, all: version)
    else { return false }
    let blob = blobBytes(of: version)
    var isCommitted = false
    try repository.visitVersions(of: GitPath(path)) { committed in
      isCommitted = committed == blob
      return !isCommitted
    }
    return !isCommitted
  }

  /// The version that an edit was made from: the nearest one of these and of those in history.
  ///
  /// History is read only when none of these is exactly what was saved.
  private func base(
    of edit: ManualEdit,
    in repository: borrowing Repository
  ) throws(GitError) -> [UInt8]? {
    guard edit.layout.isData else { return latest }
    var search = BaseSearch(for: edit)
    for version in [latest].compactMap(\.self) + others { search.consider(version) }
    guard !search.isExact else { return search.nearest }
    try repository.visitVersions(of: GitPath(path)) { version in
      search.consider(version)
      return !search.isOver
    }
    return search.nearest ?? latest
  }
}
