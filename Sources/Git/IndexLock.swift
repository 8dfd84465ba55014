/// The lock on the index that all gits respect, held for as long as the value lives.
///
/// A lock file does not say whose it is, and a crash leaves it behind. Ours is a second name of a
/// file of our own: `index.lock` is ours when it is the same file as `habit/index.own`. On a
/// filesystem without hard links it is a plain lock file, which after a crash cannot be told from
/// another program's.
public struct IndexLock: ~Copyable {
  let files: IndexFiles
  private let isLinked: Bool

  /// Takes the lock of the index in this directory of git's.
  ///
  /// Only one process of ours may do this at a time; what a crash of ours left is removed first.
  ///
  /// - Throws: `.locked` when another program holds it: wait and try again.
  public init(of gitDirectory: String) throws(GitError) {
    let files = IndexFiles(gitDirectory: gitDirectory)
    try System.makeDirectory(files.directory)
    try files.removeOwnLock()
    isLinked = try files.takeLock()
    self.files = files
  }

  deinit {
    do {
      if !isLinked { try System.remove(files.lock) }
      try files.removeOwnLock()
    } catch {
      // It stays as after a crash, and the next one to take the lock removes it.
    }
  }

  /// When the lock was taken that a crash of ours left behind, in seconds since 1970; nil when none
  /// did.
  public static func timeOfStale(in gitDirectory: String) -> Int? {
    FileStamp(ofFileAt: IndexFiles(gitDirectory: gitDirectory).own).map { Int($0.modified.seconds) }
  }

  /// Removes the lock that a crash of ours left behind; another program's stays.
  ///
  /// The caller knows that no other process of ours is at work.
  ///
  /// - Parameter gitDirectory: where the index is.
  /// - Returns: whether there was one.
  /// - Throws: when it cannot be removed.
  @discardableResult
  public static func removeStale(in gitDirectory: String) throws(GitError) -> Bool {
    try IndexFiles(gitDirectory: gitDirectory).removeOwnLock()
  }
}

extension IndexLock {
  /// Copies the index to where it can be worked on.
  ///
  /// - Returns: the stamp of the index, or nil when there is none yet.
  borrowing func copyIndex() throws(GitError) -> FileStamp? {
    // Both are ours alone, and only a crash leaves them.
    try System.remove(files.copy + ".lock")
    try System.remove(files.copy)
    return try System.copy(files.index, to: files.copy).map { FileStamp($0) }
  }

  /// Puts an index of these bytes in the place of the index.
  borrowing func replaceIndex(with bytes: [UInt8]) throws(GitError) {
    try System.write(bytes, to: files.copy)
    try replaceIndex()
  }

  /// Puts the copy in the place of the index.
  borrowing func replaceIndex() throws(GitError) {
    try System.rename(files.copy, to: files.index)
  }
}

/// Where the index is, and what belongs to it.
struct IndexFiles {
  let index: String
  let lock: String
  let directory: String
  let own: String
  let copy: String

  init(gitDirectory: String) {
    index = gitDirectory + "/index"
    lock = gitDirectory + "/index.lock"
    directory = gitDirectory + "/habit"
    own = directory + "/index.own"
    copy = directory + "/index"
  }

  /// Takes the lock.
  ///
  /// - Returns: whether it is a link, and not a plain file.
  func takeLock() throws(GitError) -> Bool {
    var taken = try System.create(own)
    if taken == .done { taken = try System.link(own, as: lock) }
    if taken == .done { return true }
    try System.remove(own)
    if taken == .unsupported { taken = try System.create(lock) }
    guard taken == .done else { throw GitError(.locked, lock) }
    return false
  }

  /// Removes the lock if it is ours, and in any case what would make it ours.
  ///
  /// - Returns: whether it was ours.
  @discardableResult
  func removeOwnLock() throws(GitError) -> Bool {
    let isOurs = try System.isSameFile(own, lock)
    if isOurs { try System.remove(lock) }
    try System.remove(own)
    return isOurs
  }
}
