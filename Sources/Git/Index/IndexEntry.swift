internal import CLibgit2
public import Posix

/// A line of the index: what git believes about a file of the work tree.
public struct IndexEntry: Hashable, Sendable {
  public let path: GitPath

  /// The id of the contents that the next commit of git would take.
  public let blob: ObjectID

  /// The type and permission bits, as `0o100644`.
  public let mode: UInt32

  /// 0; or, in a conflict, 1 for the base, 2 for ours, 3 for theirs.
  public let stage: Int

  /// What the system said about the work file when the contents were that of the blob.
  ///
  /// All zero when that was not known.
  public let stamp: FileStamp

  /// Whether the file may have changed without a trace, so that an equal stamp says nothing.
  ///
  /// That is so when the file was written in the moment the index was written in, or later.
  public let isRacy: Bool

  public let isSkipped: Bool

  init(_ entry: git_index_entry, indexWritten written: FileStatus.Time) {
    path = unsafe GitPath(entry.path)
    blob = unsafe ObjectID(entry.id)
    mode = unsafe entry.mode
    stage = unsafe Int(entry.flags >> 12 & 3)
    stamp = unsafe FileStamp(entry)
    isRacy = stamp.modified >= written
    isSkipped = unsafe IndexEntry.isSkipped(entry)
  }

  /// Whether a file below a folder is as the index has it, by its stamp; one written in the same moment
  /// as the index is read to be sure.
  ///
  /// A program that saves may set the time of the contents back, but not that of the change. The inode says
  /// nothing more: network file systems renumber their files when they are mounted.
  public func isUntouched(on disk: Disk) -> Bool {
    guard !isRacy, let path = path.filePath, let status = disk.status(of: path) else {
      return false
    }
    return FileStamp(status) == stamp
  }

  static func isSkipped(_ entry: git_index_entry) -> Bool {
    unsafe UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
  }
}
