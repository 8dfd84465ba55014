internal import Posix

/// Where HEAD and the index are at a moment, and what git is in the middle of.
///
/// `git switch` changes files and index first, and HEAD without any lock: what was decided on one state
/// must not be committed on another.
public struct GitState: Hashable, Sendable {
  /// What is checked out.
  public let head: Head
  /// The unfinished operation of git; nil without one.
  public let operation: Repository.Operation?
  /// What the index ends with; nil where that tells nothing.
  fileprivate let checksum: [UInt8]?
  /// When the index was written; its inode number need not be stable.
  fileprivate let modified: FileStatus.Time?
}

extension Repository {
  /// Where HEAD and the index are now.
  public func state() throws(GitError) -> GitState {
    let files = IndexFiles(gitDirectory: gitDirectory)
    return GitState(
      head: try head(),
      operation: operation,
      checksum: try files.checksum(),
      modified: FileStatus(ofFileAt: files.index)?.modified
    )
  }
}
