internal import Glibc

/// What lstat(2) says about a file.
public struct FileStatus: Hashable, Sendable {
  /// What lies at a path; links are not followed.
  public enum Kind: Sendable {
    case file, directory, symbolicLink, other
  }

  /// An instant, in seconds since 1970 and the nanoseconds that follow.
  public struct Time: Hashable, Comparable, Sendable {
    /// Seconds since 1970.
    public let seconds: Int
    /// The nanoseconds that follow.
    public let nanoseconds: Int

    /// An instant of these parts.
    public init(_ seconds: Int, _ nanoseconds: Int) {
      (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    /// The earlier one first.
    public static func < (left: Time, right: Time) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// What it is.
  public let kind: Kind
  /// The permission bits, those for set-user-ID and the like included.
  public let permissions: UInt32
  /// The size in bytes.
  public let size: Int
  /// When the contents were last written.
  public let modified: Time
  /// When the inode last changed.
  public let changed: Time
  /// The inode.
  public let inode: UInt64
  /// The file system.
  public let device: UInt64
  /// The owner.
  public let user: UInt32
  /// The group.
  public let group: UInt32

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    permissions = status.st_mode & 0o7777
    size = Int(status.st_size)
    modified = Time(status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    changed = Time(status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
    user = status.st_uid
    group = status.st_gid
  }

  /// The status of what lies at a path; nil when nothing does or it cannot be asked for.
  public init?(at path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The status of the regular file at a path; nil without one.
  public init?(ofFileAt path: String) {
    self.init(at: path)
    if kind != .file { return nil }
  }

  /// The status of what a path leads to through links; nil when that is nothing.
  public init?(behind path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether it belongs to the user whom the program acts for.
  public var isOwn: Bool { user == geteuid() }

  /// Whether both are of one file.
  public func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }
}
