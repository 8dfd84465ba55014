// Posix is the door to the world: clock, zone, environment, disk, locks, terminal, programs.
//
// Architecture invariants: nothing here knows what a habit scores or how git works; "now" is read
// once per command; no file is read or written through a symbolic link below a repository's root.

internal import Glibc

/// A call of the operating system that failed.
public struct SystemError: Error, Hashable, Sendable {
  /// What was tried, to stand after "cannot": `read`, `create`.
  public let operation: String
  /// The file or program it was tried on.
  public let path: String
  /// The errno.
  public let code: Int32

  /// A failure with a code of errno(3).
  public init(_ operation: String, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The failure of the call that just returned.
  static func last(_ operation: String, _ path: String) -> SystemError {
    SystemError(operation, path, code: errno)
  }

  /// What the system calls the code.
  public var reason: String {
    unsafe String(cString: strerror(code))
  }

  /// Whether the file is not there.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the file is there already.
  public var isPresent: Bool { code == EEXIST }

  /// Whether the system refuses for want of rights or on a read-only disk.
  public var isDenied: Bool { code == EACCES || code == EPERM || code == EROFS }
}

extension SystemError: CustomStringConvertible {
  /// `cannot read alice/profile.json: Permission denied`.
  public var description: String { "cannot \(operation) \(path): \(reason)" }
}
