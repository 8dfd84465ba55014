/// A lock file that all gits respect, of which a crash does not hide whose it is.
///
/// Ours is a second name of a file of our own. On a filesystem without hard links it is a plain lock
/// file, which after a crash cannot be told from another program's.
struct OwnLock {
  /// The file that is ours alone.
  let own: String
  /// The name that all gits respect.
  let lock: String

  /// Takes the lock.
  ///
  /// - Returns: whether it is a link, and not a plain file.
  /// - Throws: `.locked` when another program holds it.
  func take() throws(GitError) -> Bool {
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
  /// The caller knows that no other process of ours is at work.
  ///
  /// - Returns: whether it was ours.
  @discardableResult
  func removeStale() throws(GitError) -> Bool {
    let isOurs = try System.isSameFile(own, lock)
    if isOurs { try System.remove(lock) }
    try System.remove(own)
    return isOurs
  }

  /// Lets the lock go; what cannot be removed stays as after a crash.
  func release(isLinked: Bool) {
    do {
      if !isLinked { try System.remove(lock) }
      try removeStale()
    } catch {
      // The next one to take it removes it.
    }
  }
}
