internal import CLibgit2
public import GitFormats
internal import Posix

extension FileStamp {
  /// The stamp of the regular file at `path`, or nil without one.
  ///
  /// A symbolic link has none.
  public init?(ofFileAt path: String) {
    guard let status = FileStatus(at: path), status.kind == .file else { return nil }
    self.init(status)
  }

  init(_ status: FileStatus) {
    self.init(
      modified: Time(status.modified),
      changed: Time(status.changed),
      size: UInt32(truncatingIfNeeded: status.size),
      inode: UInt32(truncatingIfNeeded: status.inode),
      device: UInt32(truncatingIfNeeded: status.device),
      user: status.user,
      group: status.group
    )
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
    self.init(
      seconds: Int32(truncatingIfNeeded: time.seconds),
      nanoseconds: UInt32(truncatingIfNeeded: time.nanoseconds)
    )
  }

  fileprivate init(_ time: git_index_time) {
    self.init(seconds: time.seconds, nanoseconds: time.nanoseconds)
  }

  fileprivate var raw: git_index_time {
    git_index_time(seconds: seconds, nanoseconds: nanoseconds)
  }
}
