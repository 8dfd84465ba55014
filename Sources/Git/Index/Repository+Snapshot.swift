internal import GitFormats

/// Where HEAD and the index were at a moment.
///
/// `git switch` changes files and index first, and HEAD without any lock: what was decided on one state
/// must not be committed on another.
public struct Snapshot: Hashable, Sendable {
  /// What was checked out.
  public let head: Head
  /// What the index ends with; nil where that tells nothing.
  fileprivate let checksum: ObjectID?
  /// When the index was written; its inode number need not be stable.
  fileprivate let modified: FileStamp.Time?
}

extension Repository {
  /// Where HEAD and the index are now.
  public func snapshot() throws(GitError) -> Snapshot {
    let files = IndexFiles(gitDirectory: gitDirectory)
    return Snapshot(
      head: try head(),
      checksum: try files.checksum(),
      modified: FileStamp(ofFileAt: files.index)?.modified
    )
  }
}
