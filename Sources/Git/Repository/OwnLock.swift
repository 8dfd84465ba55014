internal import Glibc

/// A lock file that all gits respect, and that tells `habit` whose it is.
///
/// It is a second name of a file of our own, and says so in its text, because inode numbers need not
/// be stable and a copy of the folder has others. On a file system without hard links it is a file
/// of its own with the same text.
struct OwnLock {
  /// The file that is ours alone.
  let own: String
  /// The name that all gits respect.
  let lock: String

  /// The text of a lock of ours; git writes an index or a configuration there.
  private static let text = "habit\n"
  /// The text of our own file where the lock is no second name of it.
  private static let textOfPlainLock = "habit, without hard links\n"
  /// How old a lock must be that is ours though its text is missing, in seconds.
  private static let secondsWithoutText = 3

  /// Takes the lock.
  ///
  /// - Throws: `.locked` when another program holds it.
  func take() throws(GitError) {
    // Our own file is left only beside a lock that may be ours.
    var taken = try System.create(own, OwnLock.text)
    guard taken == .done else { throw GitError(.locked, lock) }
    taken = try System.link(own, as: lock)
    if taken == .unsupported {
      try System.write(OwnLock.textOfPlainLock, to: own)
      taken = try System.create(lock, OwnLock.text)
    }
    if taken == .done { return }
    try System.remove(own)
    throw GitError(.locked, lock)
  }

  /// Whether there is anything to remove after a crash, ours or not.
  func isPresent() throws(GitError) -> Bool {
    if try System.status(of: own) != nil { return true }
    return try System.status(of: lock) != nil
  }

  /// Removes the lock if it is ours, with our own file.
  ///
  /// The caller knows that no other process of ours is at work.
  ///
  /// - Returns: whether it was ours.
  @discardableResult
  func removeStale() throws(GitError) -> Bool {
    switch try owner() {
    case .us:
      try System.remove(lock)
      try System.remove(own)
      return true
    case .another: try System.remove(own)
    case .unknownYet: break
    }
    return false
  }

  private enum Owner { case us, another, unknownYet }

  private func owner() throws(GitError) -> Owner {
    guard let status = try System.status(of: lock) else { return .another }
    if try System.isSameFile(own, lock) { return .us }
    guard status.st_size <= OwnLock.text.utf8.count else { return .another }
    // A power cut leaves zeros.
    let text = try System.read(lock)?.filter { $0 != "\0" } ?? ""
    if text == OwnLock.text { return .us }
    // A crash may leave a plain lock without its text.
    guard OwnLock.text.hasPrefix(text), try System.read(own) == OwnLock.textOfPlainLock else {
      return .another
    }
    let isOld = time(nil) - status.st_mtim.tv_sec >= OwnLock.secondsWithoutText
    return isOld ? .us : .unknownYet
  }

  /// Lets the lock go; what cannot be removed stays as after a crash.
  func release() {
    do {
      try removeStale()
    } catch {
      // The next one to take it removes it.
    }
  }
}
