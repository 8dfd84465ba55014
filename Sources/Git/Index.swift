internal import CLibgit2
internal import Glibc

/// A file as git's index knows it.
public struct IndexEntry: Hashable, Sendable {
  /// The path, relative to the work tree.
  public let path: String
  /// The blob.
  public let blob: ObjectID
  /// The size in bytes, modulo 2^32.
  public let size: UInt32
  /// When the file was last written, in seconds since 1970 and nanoseconds.
  public let modified: (seconds: Int32, nanoseconds: UInt32)
  /// The inode, modulo 2^32.
  public let inode: UInt32

  /// By path and blob.
  public static func == (left: IndexEntry, right: IndexEntry) -> Bool {
    left.path == right.path && left.blob == right.blob && left.size == right.size
      && left.modified == right.modified && left.inode == right.inode
  }

  /// By path and blob.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(blob)
  }
}

/// The lock of git's index, held for as long as the value lives.
///
/// The lock file is a hard link to a file of our own, so that one a crash left behind is told from
/// another program's by its inode.
@safe
public struct IndexLock: ~Copyable {
  fileprivate let gitDirectory: String

  private static func lockPath(_ gitDirectory: String) -> String { gitDirectory + "/index.lock" }
  private static func ownPath(_ gitDirectory: String) -> String {
    gitDirectory + "/habit/index.own"
  }

  /// Takes the lock; `habit/` must stand in git's folder.
  ///
  /// - Throws: A ``GitError`` of kind `locked` when another program holds it.
  public init(of gitDirectory: String) throws(GitError) {
    try IndexLock.take(gitDirectory)
    // Only now is there something to free: an init that throws later would run deinit.
    self.gitDirectory = gitDirectory
  }

  private static func take(_ gitDirectory: String) throws(GitError) {
    let (lock, own) = (lockPath(gitDirectory), ownPath(gitDirectory))
    unsafe unlink(own)
    try create(own)
    if unsafe link(own, lock) == 0 { return }
    switch errno {
    case EPERM, EOPNOTSUPP, EMLINK:
      // No hard links here: the lock is as good, only a stale one is not known as ours.
      try create(lock)
    default: throw failure(lock)
    }
  }

  private static func create(_ path: String) throws(GitError) {
    let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(path) }
    close(file)
  }

  deinit {
    unsafe unlink(IndexLock.lockPath(gitDirectory))
    unsafe unlink(IndexLock.ownPath(gitDirectory))
  }

  /// Removes a lock that a crash of ours left behind; another program's stays.
  public static func removeStale(in gitDirectory: String) {
    var (lock, own) = (stat(), stat())
    guard unsafe lstat(lockPath(gitDirectory), &lock) == 0,
      unsafe lstat(ownPath(gitDirectory), &own) == 0,
      lock.st_ino == own.st_ino, lock.st_dev == own.st_dev
    else { return }
    unsafe unlink(lockPath(gitDirectory))
    unsafe unlink(ownPath(gitDirectory))
  }

  private static func failure(_ path: String) -> GitError {
    let code = errno
    let reason = unsafe String(cString: strerror(code))
    return GitError(code == EEXIST ? .locked : .other, "\(path): \(reason)")
  }
}

extension Repository {
  private var indexPath: String { gitDirectory + "/index" }

  /// The entries of the index at these paths and below these folders, and when the index itself
  /// was written; none without an index.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_open.html>.
  public func index(
    under prefixes: [String]
  ) throws(GitError) -> (entries: [IndexEntry], written: (seconds: Int, nanoseconds: Int)) {
    var status = stat()
    guard unsafe lstat(indexPath, &status) == 0 else { return ([], (0, 0)) }
    let written = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    let path = indexPath
    let index = unsafe try Handle<IndexObject> { unsafe git_index_open(&$0, path) }
    var entries: [IndexEntry] = []
    for prefix in prefixes {
      var position = 0
      guard unsafe git_index_find_prefix(&position, index.pointer, prefix) == 0 else { continue }
      while let entry = unsafe git_index_get_byindex(index.pointer, position) {
        let entry = unsafe IndexEntry(entry.pointee)
        guard entry.path.hasPrefix(prefix) else { break }
        entries.append(entry)
        position += 1
      }
    }
    return (entries, written)
  }

  /// Writes the index with these blobs at these paths, each as the work file stands now.
  ///
  /// The caller holds the lock, so that no `git add` is lost; readers see the old index or the new.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/index/git_index_add.html>.
  public func writeIndex(
    setting blobs: [(path: String, blob: ObjectID)],
    in workTree: String,
    holding lock: borrowing IndexLock
  ) throws(GitError) {
    let draft = gitDirectory + "/habit/index.draft"
    try copyIndex(to: draft)
    do {
      let index = unsafe try Handle<IndexObject> { unsafe git_index_open(&$0, draft) }
      for (path, blob) in blobs {
        var status = stat()
        guard unsafe lstat(workTree + "/" + path, &status) == 0 else { continue }
        let code = unsafe path.withCString { path in
          var entry = unsafe git_index_entry(path, blob, status)
          return unsafe git_index_add(index.pointer, &entry)
        }
        try check(code)
      }
      try check(unsafe git_index_write(index.pointer))
    }
    guard unsafe rename(draft, indexPath) == 0 else { throw fileError(draft) }
  }

  /// libgit2 reads a copy, so that the index itself is only ever replaced whole.
  private func copyIndex(to draft: String) throws(GitError) {
    unsafe unlink(draft)
    // libgit2 locks what it writes; a crash may have left that behind.
    unsafe unlink(draft + ".lock")
    let from = unsafe open(indexPath, O_RDONLY | O_CLOEXEC)
    guard from >= 0 else {
      guard errno == ENOENT else { throw fileError(indexPath) }
      return
    }
    defer { close(from) }
    let to = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard to >= 0 else { throw fileError(draft) }
    defer { close(to) }
    var status = stat()
    guard unsafe fstat(from, &status) == 0 else { throw fileError(indexPath) }
    var left = Int(status.st_size)
    while left > 0 {
      let count = sendfile(to, from, nil, left)
      guard count > 0 else { throw fileError(draft) }
      left -= count
    }
  }

  private func fileError(_ path: String) -> GitError {
    GitError(.other, unsafe "\(path): \(String(cString: strerror(errno)))")
  }
}

extension IndexEntry {
  fileprivate init(_ entry: git_index_entry) {
    unsafe self.init(
      path: String(cString: entry.path),
      blob: ObjectID(entry.id),
      size: entry.file_size,
      modified: (entry.mtime.seconds, entry.mtime.nanoseconds),
      inode: entry.ino
    )
  }
}

extension git_index_entry {
  /// What `git add` would write for a regular file.
  fileprivate init(_ path: UnsafePointer<CChar>, _ blob: ObjectID, _ status: stat) {
    unsafe self.init()
    unsafe ctime = git_index_time(status.st_ctim)
    unsafe mtime = git_index_time(status.st_mtim)
    unsafe dev = UInt32(truncatingIfNeeded: status.st_dev)
    unsafe ino = UInt32(truncatingIfNeeded: status.st_ino)
    unsafe mode = GIT_FILEMODE_BLOB.rawValue
    unsafe uid = status.st_uid
    unsafe gid = status.st_gid
    unsafe file_size = UInt32(truncatingIfNeeded: status.st_size)
    unsafe id = blob.raw
    unsafe self.path = path
  }
}

extension git_index_time {
  fileprivate init(_ time: timespec) {
    self.init(
      seconds: Int32(truncatingIfNeeded: time.tv_sec),
      nanoseconds: UInt32(truncatingIfNeeded: time.tv_nsec)
    )
  }
}
