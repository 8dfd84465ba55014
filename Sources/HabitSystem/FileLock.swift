internal import Glibc

/// A lock that the kernel frees when its holder dies, so that none is ever stale.
@safe
public struct FileLock: ~Copyable {
  private let file: Int32

  /// Takes the lock file, created when it is not there, or gives up.
  ///
  /// - Throws: ``FileLockError/held`` when another process still has it after `patienceSeconds`.
  public init(_ path: String, patienceSeconds: Int) throws(FileLockError) {
    file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw .system(.last("open", path)) }
    let patience = Patience(seconds: patienceSeconds)
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        let error = SystemError.last("lock", path)
        close(file)
        throw .system(error)
      }
      guard patience.lasts else {
        close(file)
        throw .held
      }
      patience.pause()
    }
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
