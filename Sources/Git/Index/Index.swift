internal import CLibgit2
internal import Posix
internal import Synchronization

extension Repository {
  /// The lines of the index at these paths and below them, path by path, in its order.
  ///
  /// No lock is needed, since an index is replaced as a whole. An empty path means all.
  public func index(under paths: [GitPath]) throws(GitError) -> [IndexEntry] {
    let entries = try IndexFiles(gitDirectory: gitDirectory).entries()
    return paths.flatMap { path in entries.filter { $0.path.isUnder(path) } }
  }

  /// Whether the index is incomplete or full of zeros, as a power cut leaves one, or is a folder.
  public func isIndexDamaged() throws(GitError) -> Bool {
    let file = IndexFiles(gitDirectory: gitDirectory).index
    if try disk.anyStatus(of: file)?.kind == .directory { return true }
    guard let bytes = try disk.text(of: file) else { return false }
    do {
      _ = try index(under: [])
      return false
    } catch {
      // What cannot be read now tells nothing. libgit2 calls an index gone whose checksum it cannot read.
      let hasChecksum = bytes.utf8.count >= Repository.bytesOfChecksum
      if error.isOfMoment || hasChecksum && error.message.contains("no longer exists") {
        throw error
      }
      // What fails once only was of the moment.
      if (try? index(under: [])) != nil { throw error }
      guard case .unsupported(let feature) = error.kind else { return true }
      return feature == UnsupportedFeature.indexChecksum
    }
  }

  private static let bytesOfChecksum = 20

  /// Writes the index with these blobs at these paths, so that `git status` knows of the commit; each
  /// keeps its mode.
  ///
  /// Each line gets the stamp of its work file, if that has these contents; otherwise git will find it
  /// modified. All other lines stay as they are: the index is read and replaced under its lock.
  /// Readers see the old index or the new, and so does a power cut when it `isDurable`: that is for a change
  /// of which no journal tells.
  public func writeIndex(
    setting blobs: [(path: GitPath, blob: ObjectID)],
    isDurable: Bool = false,
    in workTree: String,
    holding lock: borrowing IndexLock
  ) throws(GitError) {
    let changes = blobs.map { IndexChange(path: $0.path, blob: $0.blob, mode: nil) }
    try writeIndex(changes, without: [], isDurable: isDurable, in: workTree, holding: lock)
  }

  /// Writes the index with these entries at these paths, and without those that are nil.
  public func writeIndex(
    setting entries: [(path: GitPath, entry: TreeEntry?)],
    in workTree: String,
    holding lock: borrowing IndexLock
  ) throws(GitError) {
    let changes = entries.compactMap { path, entry in
      entry.map { IndexChange(path: path, blob: $0.id, mode: $0.mode) }
    }
    let removed = entries.filter { $0.entry == nil }.map(\.path)
    try writeIndex(changes, without: removed, isDurable: false, in: workTree, holding: lock)
  }

  private func writeIndex(
    _ changes: [IndexChange],
    without removed: [GitPath],
    isDurable: Bool,
    in workTree: String,
    holding lock: borrowing IndexLock
  ) throws(GitError) {
    let old = try lock.copyIndex()
    let index = try Handle<IndexKind> { unsafe git_index_open(&$0, lock.files.copy) }
    let paths = changes.map(\.path)
    if let old {
      // What is changed is looked at below.
      let others = Set(paths + removed)
      try unstampRacyEntries(of: index, but: others, writtenAt: old.modified, in: workTree)
    }
    let lines = index.hasSkipped ? index.lines(writtenAt: FileStatus.Time(0, 0)) : []
    let skipped = lines.skipped(among: paths)
    for path in removed { try index.remove(path) }
    for change in changes {
      let stamp = try stamp(of: change.path, change.blob, workTree)
      // Where no work file can be, git looks for none, unless it has written one.
      let isNameless = change.path.filePath == nil && !index.contains(change.path)
      let isSkipped = isNameless || skipped.contains(change.path)
      try index.set(change, stamp, isSkipped: stamp == nil && isSkipped)
    }
    try check(unsafe git_index_write(index.pointer))
    if isDurable { try disk.synchronizeFile(lock.files.copy) }
    try disk.move(lock.files.copy, to: lock.files.index)
  }

  /// Takes the stamps from entries whose file has changed without a trace.
  ///
  /// A file that was written in the same second as the index may have been changed after it was
  /// entered, with the same size and the same second. Git compares the contents of such files as
  /// long as the index is not younger than they are. Ours will be, so this is the last moment.
  /// (Most builds of git compare seconds only.)
  ///
  /// Source: <https://git-scm.com/docs/racy-git>.
  private func unstampRacyEntries(
    of index: borrowing Handle<IndexKind>,
    but paths: Set<GitPath>,
    writtenAt written: FileStatus.Time,
    in workTree: String
  ) throws(GitError) {
    for position in 0..<(unsafe git_index_entrycount(index.pointer)) {
      guard let found = unsafe git_index_get_byindex(index.pointer, position),
        unsafe found.pointee.mtime.seconds >= written.seconds,
        case let entry = unsafe IndexEntry(found.pointee, indexWritten: written),
        !paths.contains(entry.path), TreeEntry(id: entry.blob, mode: entry.mode).isFile,
        try stamp(of: entry.path, entry.blob, workTree) == nil
      else { continue }
      var unstamped = unsafe found.pointee
      unsafe unstamped.file_size = 0
      try check(unsafe git_index_add(index.pointer, &unstamped))
    }
  }

  /// The stamp of a work file that has the contents of a blob, or nil when it has others.
  private func stamp(
    of path: GitPath,
    _ blob: ObjectID,
    _ workTree: String
  ) throws(GitError) -> FileStatus? {
    guard let file = path.filePath else { return nil }
    let path = workTree + "/" + file
    guard let before = FileStatus(ofFileAt: path),
      try hasContents(path, blob), FileStatus(ofFileAt: path) == before
    else { return nil }
    return before
  }

  /// Whether a work file is the blob, either as it is or as git would take it in, which makes LF
  /// of CRLF where the attributes say so.
  public func hasContents(_ path: String, _ blob: ObjectID) throws(GitError) -> Bool {
    // A carriage return for each byte is the most that a work file has more than its blob, and a byte
    // order mark: a much larger file need not be hashed.
    guard let size = FileStatus(behind: path)?.size, try (size - 2) / 2 <= self.size(of: blob)
    else {
      return false
    }
    for filters in ["", nil] {
      let found = try unlessMissing { () throws(GitError) in
        try ObjectID {
          unsafe git_repository_hashfile(&$0, handle.pointer, path, GIT_OBJECT_BLOB, filters)
        }
      }
      if found == blob { return true }
    }
    return false
  }
}

private struct IndexChange {
  let path: GitPath
  let blob: ObjectID
  /// Its type and permissions; nil for those that the line has.
  let mode: UInt32?
}

extension Repository {
  private typealias Folders = [GitPath: [IndexEntry]]

  /// The index that was read last: of a thousand users each is looked at.
  private static let known = Mutex<(status: FileStatus, folders: Folders)?>(nil)

  /// The lines of git's index by the folder at the root that they are in, as it was when it was read.
  public static func indexByFolder(
    in gitDirectory: String
  ) throws(GitError) -> [GitPath: [IndexEntry]] {
    let files = IndexFiles(gitDirectory: gitDirectory)
    let status = try disk.anyStatus(of: files.index)
    if let known = known.withLock({ $0 }), known.status == status { return known.folders }
    let folders = Dictionary(grouping: try files.entries()) { $0.path.foldersAbove.last ?? .root }
    if let status { known.withLock { $0 = (status, folders) } }
    return folders
  }
}

extension IndexFiles {
  func entries() throws(GitError) -> [IndexEntry] {
    guard let written = try disk.anyStatus(of: index)?.modified else { return [] }
    try Libgit2.load()
    return try opened().lines(writtenAt: written)
  }
}

extension Handle<IndexKind> {
  /// All lines of an index that was written at a time, in its order.
  borrowing func lines(writtenAt written: FileStatus.Time) -> [IndexEntry] {
    unsafe (0..<git_index_entrycount(pointer)).compactMap { position in
      unsafe git_index_get_byindex(pointer, position)
        .map { unsafe IndexEntry($0.pointee, indexWritten: written) }
    }
  }

  fileprivate var hasSkipped: Bool {
    unsafe (0..<git_index_entrycount(pointer)).contains { position in
      unsafe git_index_get_byindex(pointer, position)
        .map { unsafe IndexEntry.isSkipped($0.pointee) } ?? false
    }
  }

  fileprivate borrowing func contains(_ path: GitPath) -> Bool {
    unsafe git_index_get_bypath(pointer, path.cString, 0) != nil
  }

  /// Sets the line of a file, in the place of a conflict if there was one.
  fileprivate borrowing func set(
    _ change: IndexChange,
    _ stamp: FileStatus?,
    isSkipped: Bool
  ) throws(GitError) {
    try removeConflict(change.path)
    let known = unsafe git_index_get_bypath(pointer, change.path.cString, 0)?.pointee.mode
    let status = unsafe withCStrings([change.path]) { texts in
      var entry = unsafe git_index_entry()
      unsafe entry.path = texts[0]
      unsafe entry.id = change.blob.raw
      unsafe entry.mode = TreeEntry.canonical(change.mode ?? known ?? TreeEntry.plainFile)
      if let stamp { unsafe stamp.fill(&entry) }
      if isSkipped {
        unsafe entry.flags = UInt16(GIT_INDEX_ENTRY_EXTENDED.rawValue)
        unsafe entry.flags_extended = UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue)
      }
      return unsafe git_index_add(pointer, &entry)
    }
    try check(status)
  }

  fileprivate borrowing func remove(_ path: GitPath) throws(GitError) {
    try removeConflict(path)
    _ = try isFound(unsafe git_index_remove(pointer, path.cString, 0))
  }

  private borrowing func removeConflict(_ path: GitPath) throws(GitError) {
    _ = try isFound(unsafe git_index_conflict_remove(pointer, path.cString))
  }
}
