internal import CLibgit2
internal import GitFormats

extension IndexEntry {
  /// The entry.
  ///
  /// - Parameters:
  ///   - entry: as libgit2 has it.
  ///   - written: when the index was written.
  init(_ entry: git_index_entry, indexWritten written: FileStamp.Time) {
    let stamp = unsafe FileStamp(entry)
    unsafe self.init(
      path: GitPath(entry.path),
      blob: ObjectID(entry.id),
      mode: entry.mode,
      stage: Int(entry.flags >> 12 & 3),
      stamp: stamp,
      isRacy: stamp.modified >= written,
      isSkipped: IndexEntry.isSkipped(entry)
    )
  }

  /// Whether a sparse checkout leaves the file out.
  static func isSkipped(_ entry: git_index_entry) -> Bool {
    unsafe UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
  }
}
