/// A lock file that other programs respect, and that tells whose it is.
///
/// It is a second name of a file of our own, and says so in its text, because inode numbers need not
/// be stable and a copy of the folder has others. On a file system without hard links it is a file
/// of its own with the same text.
public struct LockFile<Failure: SystemFailure>: Sendable {
  private let own: String
  /// The name that other programs respect.
  private let lock: String
  private var text: String { "habit\n" }
  /// The text of our own file where the lock is no second name of it.
  private var textOfPlainLock: String { "habit, without hard links\n" }
  /// How old a lock must be that is ours though its text is missing, in seconds.
  private static var secondsWithoutText: Int { 3 }

  /// A lock with a file of our own, which are one file where hard links exist.
  public init(_ lock: String, own: String) {
    self.lock = lock
    self.own = own
  }

  /// Takes the lock, or throws `Failure.held` when another program holds it.
  public func take() throws(Failure) {
    // Our own file is left only beside a lock that may be ours.
    guard try create(own, text) else { throw .held(lock) }
    switch try disk.link(own, as: lock) {
    case nil: return
    case .taken: break
    case .unsupported:
      try disk.remove(own)
      if try create(own, textOfPlainLock), try create(lock, text) { return }
    }
    try disk.remove(own)
    throw .held(lock)
  }

  private var disk: Files<Failure> { Files(root: "") }

  private func create(_ path: String, _ text: String) throws(Failure) -> Bool {
    try disk.createIfMissing(path) { (write) throws(Failure) in try write(Array(text.utf8)) } != nil
  }

  /// Whether there is anything to remove after a crash, ours or not.
  public func isPresent() throws(Failure) -> Bool {
    if try disk.anyStatus(of: own) != nil { return true }
    return try disk.anyStatus(of: lock) != nil
  }

  /// Removes the lock if it is ours, with our own file.
  ///
  /// The caller knows that no other process of ours is at work.
  public func removeStale() throws(Failure) {
    let owner = try owner()
    if owner == .us { try disk.remove(lock) }
    if owner != .unknownYet { try disk.remove(own) }
  }

  private func owner() throws(Failure) -> LockOwner {
    guard let status = try disk.anyStatus(of: lock) else { return .another }
    if try disk.isSameFile(own, lock) { return .us }
    guard status.size <= text.utf8.count else { return .another }
    // A power cut leaves zeros.
    let found = try disk.text(of: lock)?.filter { $0 != "\0" } ?? ""
    if found == text { return .us }
    // A crash may leave a plain lock without its text.
    guard text.hasPrefix(found), try disk.text(of: own) == textOfPlainLock else {
      return .another
    }
    let isOld = status.modified.age(at: SystemTime.now) >= LockFile.secondsWithoutText
    return isOld ? .us : .unknownYet
  }

  /// Lets the lock go; what cannot be removed stays as after a crash.
  public func release() { try? removeStale() }
}

private enum LockOwner { case us, another, unknownYet }
