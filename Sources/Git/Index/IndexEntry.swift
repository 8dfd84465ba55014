internal import CLibgit2

/// A line of the index: what git believes about a file of the work tree.
public struct IndexEntry: Hashable, Sendable {
  /// The path from the root of the work tree, with slashes.
  public let path: String

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

  /// Whether a sparse checkout leaves the file out of the work tree.
  public let isSkipped: Bool
}

extension IndexEntry {
  /// The entry, or nil when its path is no UTF-8.
  ///
  /// - Parameters:
  ///   - entry: as libgit2 has it.
  ///   - written: when the index was written.
  init?(_ entry: git_index_entry, indexWritten written: FileStamp.Time) {
    guard let path = unsafe String(validatingCString: entry.path) else { return nil }
    self.path = path
    blob = unsafe ObjectID(entry.id)
    mode = unsafe entry.mode
    stage = unsafe Int(entry.flags >> 12 & 3)
    stamp = unsafe FileStamp(entry)
    isRacy = stamp.modified >= written
    isSkipped = unsafe UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
  }
}
