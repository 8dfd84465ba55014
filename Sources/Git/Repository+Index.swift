import CLibgit2

extension Repository {
  /// The lines of the index at `path` and below, in its order; all of them for an empty path.
  ///
  /// No lock is needed, since an index is replaced as a whole.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_find_prefix.html>
  public func indexEntries(under path: String) throws(GitError) -> [IndexEntry] {
    let file = IndexFiles(gitDirectory: gitDirectory).index
    let written = try System.status(of: file).map { FileStamp($0).modified.seconds } ?? 0
    let index = try Handle<IndexKind> { unsafe git_index_open(&$0, file) }
    var position = 0
    let found = unsafe git_index_find_prefix(&position, index.pointer, path)
    guard try unlessMissing({ () throws(GitError) in try check(found) }) != nil else { return [] }
    // What follows has the prefix in common, as `read-2` after `read`, but need not be below it.
    var entries: [IndexEntry] = []
    while let next = unsafe git_index_get_byindex(index.pointer, position) {
      position += 1
      guard let entry = unsafe IndexEntry(next.pointee, indexWritten: written) else { continue }
      guard entry.path.utf8.starts(with: path.utf8) else { break }
      if entry.isUnder(path) { entries.append(entry) }
    }
    return entries
  }

  /// Puts files into the index, so that `git status` knows that they are committed.
  ///
  /// Each is entered with the stamp of its work file, if that has these contents; otherwise
  /// git will find it modified. All other lines stay as they are, whoever wrote them: the index
  /// is read and replaced under its lock. Only one process of ours may do this at a time.
  ///
  /// - Throws: `.locked` when another program holds `index.lock`: wait and try again.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_write.html>
  public func updateIndex(setting files: [TrackedFile]) throws(GitError) {
    guard let workDirectory else { throw GitError(.other(code: 0), "there is no work tree") }
    let lock = try IndexLock(IndexFiles(gitDirectory: gitDirectory))
    let old = try lock.copyIndex()
    let index = try Handle<IndexKind> { unsafe git_index_open(&$0, lock.files.copy) }
    if let old { try unstampRacyEntries(of: index, writtenAt: old, in: workDirectory) }
    for file in files { try set(file, in: index, of: workDirectory) }
    try check(unsafe git_index_write(index.pointer))
    try lock.replaceIndex()
  }

  /// Removes the lock that a crash of ours left on the index; another program's stays.
  ///
  /// The caller knows that no other process of ours is at work.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func removeStaleIndexLock() throws(GitError) -> Bool {
    try IndexFiles(gitDirectory: gitDirectory).removeOwnLock()
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
  /// <https://git-scm.com/docs/racy-git>
  private func unstampRacyEntries(
    of index: borrowing Handle<IndexKind>,
    writtenAt written: FileStamp,
    in workDirectory: String
  ) throws(GitError) {
    for position in 0..<(unsafe git_index_entrycount(index.pointer)) {
      guard let found = unsafe git_index_get_byindex(index.pointer, position),
        unsafe found.pointee.mtime.seconds >= written.modified.seconds,
        let entry = unsafe IndexEntry(found.pointee, indexWritten: written.modified.seconds),
        TreeEntry(id: entry.blob, mode: entry.mode).isFile,
        try stamp(of: TrackedFile(path: entry.path, blob: entry.blob), in: workDirectory) == nil
      else { continue }
      var unstamped = unsafe found.pointee
      unsafe unstamped.file_size = 0
      try check(unsafe git_index_add(index.pointer, &unstamped))
    }
  }

  /// Puts one file into an index, in the place of a conflict if there was one.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_add.html>
  private func set(
    _ file: TrackedFile,
    in index: borrowing Handle<IndexKind>,
    of workDirectory: String
  ) throws(GitError) {
    let stamp = try stamp(of: file, in: workDirectory)
    let old = unsafe git_index_get_bypath(index.pointer, file.path, 0)
    let mode = unsafe old?.pointee.mode ?? TreeEntry.plainFile
    let status = unsafe withCStrings([file.path]) { texts in
      var entry = unsafe git_index_entry()
      unsafe entry.path = texts[0]
      unsafe entry.id = file.blob.raw
      unsafe entry.mode = mode
      if let stamp { unsafe stamp.fill(&entry) }
      let status = unsafe git_index_conflict_remove(index.pointer, texts[0])
      return status < 0 ? status : unsafe git_index_add(index.pointer, &entry)
    }
    try check(status)
  }

  /// The stamp of a work file that has the contents of the blob, or nil when it has others.
  private func stamp(
    of file: TrackedFile,
    in workDirectory: String
  ) throws(GitError) -> FileStamp? {
    let path = workDirectory + "/" + file.path
    guard let before = FileStamp(ofFileAt: path),
      try hasContents(path, file.blob), FileStamp(ofFileAt: path) == before
    else { return nil }
    return before
  }

  /// Whether a work file is the blob, either as it is or as git would take it in, which makes LF
  /// of CRLF where the attributes say so.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/repository/git_repository_hashfile.html>
  private func hasContents(_ path: String, _ blob: ObjectID) throws(GitError) -> Bool {
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

extension IndexEntry {
  fileprivate func isUnder(_ directory: String) -> Bool {
    directory.isEmpty || path == directory || path.utf8.starts(with: (directory + "/").utf8)
  }
}
