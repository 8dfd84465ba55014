internal import Glibc

/// A lock that the kernel frees when its holder dies, so that none is ever stale.
@safe
public struct FileLock: ~Copyable {
  private let file: Int32

  /// Takes the lock file, created when it is not there, or gives up.
  ///
  /// - Throws: ``FileLockError/held`` when another process still has it after `patienceSeconds`.
  public init(_ path: String, patienceSeconds: Int) throws(FileLockError) {
    // Only a lock that was taken has something to free: an init that throws later runs deinit.
    file = try FileLock.take(path, Patience(seconds: patienceSeconds))
  }

  private static func take(_ path: String, _ patience: Patience) throws(FileLockError) -> Int32 {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw .system(.last("open", path)) }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last("lock", path)
      guard errno == EWOULDBLOCK || errno == EINTR, patience.lasts else {
        close(file)
        throw error.code == EWOULDBLOCK ? .held : .system(error)
      }
      patience.pause()
    }
    return file
  }

  deinit { close(file) }
}

/// Why a lock was not taken.
public enum FileLockError: Error, Hashable, Sendable {
  /// Another process has it.
  case held
  /// The file cannot be opened or locked.
  case system(SystemError)
}
