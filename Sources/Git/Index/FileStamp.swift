internal import CLibgit2
public import Posix

/// What the index remembers of a file's status.
///
/// A file whose stamp is that of its index entry, and whose entry is not racy, is unchanged.
public struct FileStamp: Hashable, Sendable {
  public let modified: FileStatus.Time
  /// When the file's name, owner or mode changed last.
  public let changed: FileStatus.Time
  public let size: UInt32

  /// The stamp of a file, cut to the bits that the index has for it.
  public init(_ status: FileStatus) {
    modified = FileStatus.Time(git_index_time(status.modified))
    changed = FileStatus.Time(git_index_time(status.changed))
    size = UInt32(truncatingIfNeeded: status.size)
  }

  init(_ entry: git_index_entry) {
    modified = unsafe FileStatus.Time(entry.mtime)
    changed = unsafe FileStatus.Time(entry.ctime)
    size = unsafe entry.file_size
  }
}

extension FileStatus {
  func fill(_ entry: inout git_index_entry) {
    unsafe entry.mtime = git_index_time(modified)
    unsafe entry.ctime = git_index_time(changed)
    unsafe entry.file_size = UInt32(truncatingIfNeeded: size)
    unsafe entry.ino = UInt32(truncatingIfNeeded: inode)
    unsafe entry.dev = UInt32(truncatingIfNeeded: device)
    unsafe entry.uid = user
    unsafe entry.gid = group
  }
}

extension FileStatus.Time {
  fileprivate init(_ time: git_index_time) {
    self.init(Int(time.seconds), Int(time.nanoseconds))
  }
}

extension git_index_time {
  fileprivate init(_ time: FileStatus.Time) {
    self.init(
      seconds: Int32(truncatingIfNeeded: time.seconds),
      nanoseconds: UInt32(truncatingIfNeeded: time.nanoseconds)
    )
  }
}
