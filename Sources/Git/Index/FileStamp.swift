internal import CLibgit2
internal import Posix

/// What the system says about a file without reading it, as exactly as the index remembers it.
///
/// A file whose stamp is that of its index entry, and whose entry is not racy, is unchanged.
public struct FileStamp: Hashable, Sendable {
  /// An instant, cut to the bits that the index has for it.
  public struct Time: Hashable, Comparable, Sendable {
    /// Seconds since 1970.
    public let seconds: Int32
    /// The nanoseconds that follow.
    public let nanoseconds: UInt32

    /// The earlier one first.
    public static func < (left: Time, right: Time) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// When the contents changed last.
  public let modified: Time
  /// When the file's name, owner or mode changed last.
  public let changed: Time
  /// How many bytes it has.
  public let size: UInt32
  /// The number of the file in its filesystem.
  public let inode: UInt32
  /// The number of the filesystem.
  public let device: UInt32
  /// The owner.
  public let user: UInt32
  /// The group.
  public let group: UInt32
}

extension FileStamp {
  /// The stamp of the regular file at `path`, or nil without one.
  ///
  /// A symbolic link has none.
  public init?(ofFileAt path: String) {
    guard let status = FileStatus(at: path), status.kind == .file else { return nil }
    self.init(status)
  }

  init(_ status: FileStatus) {
    modified = Time(status.modified)
    changed = Time(status.changed)
    size = UInt32(truncatingIfNeeded: status.size)
    inode = UInt32(truncatingIfNeeded: status.inode)
    device = UInt32(truncatingIfNeeded: status.device)
    user = status.user
    group = status.group
  }

  init(_ entry: git_index_entry) {
    unsafe self.init(
      modified: Time(entry.mtime),
      changed: Time(entry.ctime),
      size: entry.file_size,
      inode: entry.ino,
      device: entry.dev,
      user: entry.uid,
      group: entry.gid
    )
  }

  /// Puts the stamp into an index entry.
  func fill(_ entry: inout git_index_entry) {
    unsafe entry.mtime = modified.raw
    unsafe entry.ctime = changed.raw
    unsafe entry.file_size = size
    unsafe entry.ino = inode
    unsafe entry.dev = device
    unsafe entry.uid = user
    unsafe entry.gid = group
  }
}

extension FileStamp.Time {
  fileprivate init(_ time: FileStatus.Time) {
    seconds = Int32(truncatingIfNeeded: time.seconds)
    nanoseconds = UInt32(truncatingIfNeeded: time.nanoseconds)
  }

  fileprivate init(_ time: git_index_time) {
    seconds = time.seconds
    nanoseconds = time.nanoseconds
  }

  fileprivate var raw: git_index_time {
    git_index_time(seconds: seconds, nanoseconds: nanoseconds)
  }
}
