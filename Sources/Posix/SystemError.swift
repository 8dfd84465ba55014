// Posix is the only module that calls the operating system: files, locks, processes, terminal, time.
//
// Architecture invariants: it imports nothing of ours, and knows neither habits nor git. "Now" is
// read once per command. Below the root of a `Disk` no symbolic link is followed. Calls that differ
// between systems, and their structures, are in CSystem.
//
// swift-system has the same calls as values. It would add 0.2 ms of the processor's time to each start,
// which takes 5 ms, and 1.2 MB to the program (version 1.8.1, means of 300 starts).
//
// Start with World, everything that a command may use of the system; then Files, Subprocess
// and FileLock.

internal import CSystem

public struct SystemError: SystemFailure, Hashable {
  /// What was tried, as in "cannot read" and "cannot create".
  public let operation: String
  public let path: String
  public let code: Int32

  public init(_ operation: String, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  public static func held(_ lock: String) -> SystemError {
    SystemError("lock", lock, code: EWOULDBLOCK)
  }

  /// The failure of the call that just returned.
  public static func last(_ operation: String, _ path: String) -> SystemError {
    SystemError(operation, path, code: errno)
  }

  public var reason: String {
    unsafe String(cString: strerror(code))
  }

  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether a symbolic link lies where none is followed.
  public var isSymbolicLink: Bool { code == ELOOP }

  /// Whether a directory, or another thing that is not a file, lies where a file is wanted.
  public var isDirectory: Bool { code == EISDIR }

  /// Whether the file is larger than what is read.
  public var isTooLarge: Bool { code == EFBIG }

  public var isPresent: Bool { code == EEXIST }

  /// Whether the system refuses for want of rights or on a read-only disk.
  public var isDenied: Bool { code == EACCES || code == EPERM || code == EROFS }
}

extension SystemError: CustomStringConvertible {
  /// `cannot read alice/profile.json: Permission denied`.
  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

/// The code of the call that failed last.
var errno: Int32 { system_errno() }
