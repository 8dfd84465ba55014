internal import CLibgit2
internal import Glibc

extension Repository {
  /// The lines of the index at these paths and below them, in its order.
  ///
  /// No lock is needed, since an index is replaced as a whole. An empty path means all.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_find_prefix.html>
  public func index(under paths: [String]) throws(GitError) -> [IndexEntry] {
    try index(under: paths, in: indexFile())
  }

  /// The index, if it is read without libgit2.
  func indexFile() -> IndexFile? { IndexFile(at: IndexFiles(gitDirectory: gitDirectory).index) }

  /// The lines at these paths and below them, by what was read of the index before.
  func index(under paths: [String], in known: IndexFile?) throws(GitError) -> [IndexEntry] {
    if let entries = known?.entries(under: paths) { return entries }
    let file = IndexFiles(gitDirectory: gitDirectory).index
    guard let status = try System.status(of: file) else { return [] }
    let written = FileStamp(status).modified
    let index = try Handle<IndexKind> { unsafe git_index_open(&$0, file) }
    var entries: [IndexEntry] = []
    for path in paths {
      entries += try index.entries(under: path, writtenAt: written)
    }
    return entries
  }

  /// Whether the index can be read, and is none: cut off, or full of zeros, as a power cut leaves one.
  public func isIndexDamaged() throws(GitError) -> Bool {
    guard try System.read(IndexFiles(gitDirectory: gitDirectory).index) != nil else { return false }
    do {
      _ = try index(under: [])
      return false
    } catch {
      guard case .unsupported = error.kind else { return true }
      guard error.message.contains("checksum") else { return false }
      // Whoever wants none has none.
      let wishes = [try setting("index.skipHash"), try setting("feature.manyFiles")]
      return wishes == [nil, nil]
    }
  }

  /// Writes the index with these blobs at these paths, so that `git status` knows of the commit.
  ///
  /// Each gets the stamp of its work file, if that has these contents; otherwise git will find it
  /// modified. All other lines stay as they are, whoever wrote them: the index is read and
  /// replaced under its lock. Readers see the old index or the new.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_write.html>
  public func writeIndex(
    setting blobs: [(path: String, blob: ObjectID)],
    in workTree: String,
    holding lock: borrowing IndexLock
  ) throws(GitError) {
    let lines = blobs.map { (path: $0.path, blob: $0.blob, mode: UInt32?.none) }
    if try setLines(to: lines, in: workTree, holding: lock) { return }
    try writeIndex(of: Set(blobs.map(\.path)), holding: lock, in: workTree) {
      (index) throws(GitError) in
      for (path, blob) in blobs {
        let mode = index.mode(of: path) ?? TreeEntry.plainFile
        try index.set(path, TreeEntry(id: blob, mode: mode), stamp(of: path, blob, workTree))
      }
    }
  }

  /// Writes the index without libgit2, if that can be done; a mode of nil is the one that is there.
  private func setLines(
    to lines: [(path: String, blob: ObjectID, mode: UInt32?)],
    in workTree: String,
    holding lock: borrowing IndexLock
  ) throws(GitError) -> Bool {
    guard let index = IndexFile(at: lock.files.index) else { return false }
    var changes: [IndexFile.Change] = []
    for (path, blob, mode) in lines {
      let stamp = try stamp(of: path, blob, workTree)
      changes.append(IndexFile.Change(path: path, blob: blob, mode: mode, stamp: stamp))
    }
    let bytes = try index.setting(changes) { (entry) throws(GitError) in
      try stamp(of: entry.path, entry.blob, workTree) != nil
    }
    guard let bytes else { return false }
    try lock.replaceIndex(with: bytes)
    return true
  }

  /// Writes the index with these entries at these paths, and without those that are nil.
  public func writeIndex(
    setting entries: [(path: String, entry: TreeEntry?)],
    in workTree: String,
    holding lock: borrowing IndexLock
  ) throws(GitError) {
    let lines = entries.compactMap { line in
      line.entry.map { (path: line.path, blob: $0.id, mode: UInt32?($0.mode)) }
    }
    if lines.count == entries.count, try setLines(to: lines, in: workTree, holding: lock) { return }
    let skipped = try skipped(among: entries.map(\.path))
    try writeIndex(of: Set(entries.map(\.path)), holding: lock, in: workTree) {
      (index) throws(GitError) in
      for (path, entry) in entries {
        guard let entry else {
          try index.remove(path)
          continue
        }
        let stamp = try stamp(of: path, entry.id, workTree)
        try index.set(path, entry, stamp, isSkipped: stamp == nil && skipped.contains(path))
      }
    }
  }

  private func writeIndex(
    of paths: Set<String>,
    holding lock: borrowing IndexLock,
    in workTree: String,
    _ change: (borrowing Handle<IndexKind>) throws(GitError) -> Void
  ) throws(GitError) {
    let old = try lock.copyIndex()
    let index = try Handle<IndexKind> { unsafe git_index_open(&$0, lock.files.copy) }
    // What is set by the change was stamped after a look, and needs no other.
    if let old {
      try unstampRacyEntries(of: index, but: paths, writtenAt: old.modified, in: workTree)
    }
    try change(index)
    try check(unsafe git_index_write(index.pointer))
    try lock.replaceIndex()
  }
}

extension Repository {
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
    but paths: Set<String>,
    writtenAt written: FileStamp.Time,
    in workTree: String
  ) throws(GitError) {
    for position in 0..<(unsafe git_index_entrycount(index.pointer)) {
      guard let found = unsafe git_index_get_byindex(index.pointer, position),
        unsafe found.pointee.mtime.seconds >= written.seconds,
        let entry = unsafe IndexEntry(found.pointee, indexWritten: written),
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
    of path: String,
    _ blob: ObjectID,
    _ workTree: String
  ) throws(GitError) -> FileStamp? {
    let path = workTree + "/" + path
    guard let before = FileStamp(ofFileAt: path),
      try hasContents(path, blob), FileStamp(ofFileAt: path) == before
    else { return nil }
    return before
  }

  /// Whether a work file is the blob, either as it is or as git would take it in, which makes LF
  /// of CRLF where the attributes say so.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/repository/git_repository_hashfile.html>
  public func hasContents(_ path: String, _ blob: ObjectID) throws(GitError) -> Bool {
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

extension Handle<IndexKind> {
  fileprivate borrowing func entries(
    under path: String,
    writtenAt written: FileStamp.Time
  ) throws(GitError) -> [IndexEntry] {
    var position = 0
    let status = unsafe git_index_find_prefix(&position, pointer, path)
    guard try unlessMissing({ () throws(GitError) in try check(status) }) != nil else { return [] }
    // In a conflict it may have found the second or third line of a file.
    while position > 0, let before = unsafe git_index_get_byindex(pointer, position - 1),
      unsafe strcmp(before.pointee.path, path) == 0
    { position -= 1 }
    // What follows has the prefix in common, as `read-2` after `read`, but need not be below it.
    var entries: [IndexEntry] = []
    while let next = unsafe git_index_get_byindex(pointer, position) {
      position += 1
      guard let entry = unsafe IndexEntry(next.pointee, indexWritten: written) else { continue }
      guard entry.path.utf8.starts(with: path.utf8) else { break }
      if entry.isUnder(path) { entries.append(entry) }
    }
    return entries
  }

  /// The mode of a file's line; nil when there is none.
  fileprivate borrowing func mode(of path: String) -> UInt32? {
    unsafe git_index_get_bypath(pointer, path, 0)?.pointee.mode
  }

  /// Puts one file in, in the place of a conflict if there was one.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_add.html>
  fileprivate borrowing func set(
    _ path: String,
    _ file: TreeEntry,
    _ stamp: FileStamp?,
    isSkipped: Bool = false
  ) throws(GitError) {
    try removeConflict(path)
    let status = unsafe withCStrings([path]) { texts in
      var entry = unsafe git_index_entry()
      unsafe entry.path = texts[0]
      unsafe entry.id = file.id.raw
      unsafe entry.mode = file.mode
      if let stamp { unsafe stamp.fill(&entry) }
      if isSkipped {
        unsafe entry.flags = UInt16(GIT_INDEX_ENTRY_EXTENDED.rawValue)
        unsafe entry.flags_extended = UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue)
      }
      return unsafe git_index_add(pointer, &entry)
    }
    try check(status)
  }

  /// Takes one file away.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_remove.html>
  fileprivate borrowing func remove(_ path: String) throws(GitError) {
    try removeConflict(path)
    let status = unsafe git_index_remove(pointer, path, 0)
    _ = try unlessMissing { () throws(GitError) in try check(status) }
  }

  private borrowing func removeConflict(_ path: String) throws(GitError) {
    let status = unsafe git_index_conflict_remove(pointer, path)
    _ = try unlessMissing { () throws(GitError) in try check(status) }
  }
}

extension IndexEntry {
  fileprivate func isUnder(_ directory: String) -> Bool {
    directory.isEmpty || path == directory || path.utf8.starts(with: (directory + "/").utf8)
  }
}
