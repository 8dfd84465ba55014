internal import CSystem

/// A lock that the kernel frees when its holder dies, so that none is ever stale.
@safe
public struct FileLock: ~Copyable {
  private let file: Int32

  /// Takes the lock file, created when it is missing, or gives up.
  ///
  /// - Throws: ``FileLockError/held`` when another process still has it after `timeoutSeconds`.
  public init(_ path: String, timeoutSeconds: Int) throws(FileLockError) {
    // Only a lock that was taken has something to free: an init that throws later runs deinit.
    let timeout = Timeout(seconds: timeoutSeconds)
    file = try FileLock.take(path, O_RDWR | O_CREAT | O_NOFOLLOW, timeout)
  }

  /// Takes the lock of a folder itself, in which no file is left, or gives up.
  public init(folder path: String, timeoutSeconds: Int) throws(FileLockError) {
    file = try FileLock.take(path, O_RDONLY | O_DIRECTORY, Timeout(seconds: timeoutSeconds))
  }

  private static func take(
    _ path: String,
    _ options: Int32,
    _ timeout: Timeout
  ) throws(FileLockError) -> Int32 {
    let file = unsafe system_open(path, options | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .system(.last("open", path)) }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      // NFS says EBADF of what is not open for writing, which no folder is.
      if [ENOLCK, ENOTSUP, ENOSYS, EINVAL, EBADF].contains(errno) {
        close(file)
        return try takeName(of: path, timeout)
      }
      let error = SystemError.last("lock", path)
      guard errno == EWOULDBLOCK || errno == EINTR, timeout.hasTimeLeft else {
        close(file)
        throw error.code == EWOULDBLOCK ? .held : .system(error)
      }
      timeout.pause()
    }
    // Who removes the file of a lock lets another have one of its name.
    if let held = FileStatus(of: file), FileStatus(behind: path)?.isSameFile(as: held) != true {
      close(file)
      guard timeout.hasTimeLeft else { throw .held }
      return try take(path, options, timeout)
    }
    return file
  }

  /// Takes a name that is unique on this machine where the file system has no locks: it keeps the
  /// commands of this machine apart.
  private static func takeName(of path: String, _ timeout: Timeout) throws(FileLockError) -> Int32 {
    guard let resolved = unsafe realpath(path, nil) else { throw .system(.last("lock", path)) }
    defer { unsafe free(resolved) }
    var name = Fingerprint()
    name.mix(unsafe String(cString: resolved).utf8)
    while true {
      let socket = unsafe system_bind("habit-\(getuid())-\(name.digest)")
      if socket >= 0 { return socket }
      guard errno == EADDRINUSE else { throw .system(.last("lock", path)) }
      guard timeout.hasTimeLeft else { throw .held }
      timeout.pause()
    }
  }

  deinit { close(file) }
}

public enum FileLockError: Error, Hashable, Sendable {
  case held
  case system(SystemError)
}
