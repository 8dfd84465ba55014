internal import Posix

/// The lock on the index that all gits respect, held for as long as the value lives.
///
/// `index.lock` is ours when it says so or is the same file as `habit/index.own`; see ``LockFile``.
public struct IndexLock: ~Copyable {
  let files: IndexFiles

  /// Takes the lock of the index in this directory of git's.
  ///
  /// Only one process of ours may do this at a time; what a crash of ours left is removed first.
  ///
  /// - Throws: `.locked` when another program holds it: wait and try again.
  public init(of gitDirectory: String) throws(GitError) {
    let files = IndexFiles(gitDirectory: gitDirectory)
    try System(root: gitDirectory).makeDirectory("habit")
    try files.ownLock.removeStale()
    try files.ownLock.take()
    self.files = files
  }

  deinit {
    files.ownLock.release()
  }

  /// Removes the lock that a crash of ours left behind; another program's stays.
  ///
  /// The caller knows that no other process of ours is at work.
  @discardableResult
  public static func removeStale(in gitDirectory: String) throws(GitError) -> Bool {
    try IndexFiles(gitDirectory: gitDirectory).ownLock.removeStale()
  }
}

extension IndexLock {
  /// Copies the index to where it can be worked on.
  ///
  /// - Returns: the status of the index, or nil without one yet.
  borrowing func copyIndex() throws(GitError) -> FileStatus? {
    // Both are ours alone, and only a crash leaves them.
    try disk.remove(files.copy + ".lock")
    try disk.remove(files.copy)
    return try disk.copyContents(of: files.index, to: files.copy)
  }
}

/// Where the index is, and what belongs to it.
struct IndexFiles {
  let index: String
  let lock: String
  let directory: String
  let own: String
  let copy: String

  var ownLock: LockFile<GitError> { LockFile(lock, own: own, program: "habit") }

  init(gitDirectory: String) {
    index = gitDirectory + "/index"
    lock = gitDirectory + "/index.lock"
    directory = gitDirectory + "/habit"
    own = directory + "/index.own"
    copy = directory + "/index"
  }

  /// The checksum at the end of the index; nil without one.
  ///
  /// Source: gitformat-index(5).
  func checksum() throws(GitError) -> [UInt8]? {
    let length = 20
    guard let bytes = try disk.end(of: index, bytes: length), bytes.count == length,
      bytes.contains(where: { $0 != 0 })
    else { return nil }
    return bytes
  }
}
