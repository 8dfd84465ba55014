internal import CSystem

/// What lstat(2) says about a file.
public struct FileStatus: Hashable, Sendable {
  /// What lies at a path; links are not followed.
  public enum Kind: Sendable {
    case file, directory, symbolicLink, other

    init(_ kind: system_kind) {
      self =
        switch kind {
        case system_file: .file
        case system_directory: .directory
        case system_symbolic_link: .symbolicLink
        default: .other
        }
    }
  }

  /// An instant, in seconds since 1970 and the nanoseconds that follow.
  public struct Time: Hashable, Comparable, Sendable {
    public let seconds: Int
    public let nanoseconds: Int

    public init(_ seconds: Int, _ nanoseconds: Int) {
      (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    /// How many seconds it is before another time in seconds since 1970; a file may have any time.
    public func age(at now: Int) -> Int {
      let (age, isTooLarge) = now.subtractingReportingOverflow(seconds)
      return isTooLarge ? (seconds < 0 ? .max : .min) : age
    }

    public static func < (left: Time, right: Time) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  public let kind: Kind
  /// The permission bits, those for set-user-ID and the like included.
  public let permissions: UInt32
  public let size: Int
  /// When the contents were last written.
  public let modified: Time
  /// When the inode last changed.
  public let changed: Time
  public let inode: UInt64
  public let device: UInt64
  public let user: UInt32
  public let group: UInt32

  private init(_ status: system_status) {
    kind = Kind(status.kind)
    permissions = status.mode & 0o7777
    size = Int(status.size)
    modified = Time(Int(status.modified_seconds), Int(status.modified_nanoseconds))
    changed = Time(Int(status.changed_seconds), Int(status.changed_nanoseconds))
    inode = status.inode
    device = status.device
    user = status.user
    group = status.group
  }

  /// The status of an open file; nil, with errno, when it cannot be asked for.
  init?(of file: Int32) {
    var status = system_status()
    guard unsafe system_status_of(&status, file) == 0 else { return nil }
    self.init(status)
  }

  /// The status of what lies at a path, also of a link; nil if nothing lies there or it cannot be read.
  public init?(at path: String) {
    var status = system_status()
    guard unsafe system_status_at(&status, AT_FDCWD, path, AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    self.init(status)
  }

  /// The status of the regular file at a path; nil without one.
  public init?(ofFileAt path: String) {
    self.init(at: path)
    if kind != .file { return nil }
  }

  /// The status of what a path leads to through links; nil when that is nothing.
  public init?(behind path: String) {
    var status = system_status()
    guard unsafe system_status_at(&status, AT_FDCWD, path, 0) == 0 else { return nil }
    self.init(status)
  }

  /// Whether it belongs to the user whom the program acts for.
  public var isOwn: Bool { user == geteuid() }

  public func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }
}
