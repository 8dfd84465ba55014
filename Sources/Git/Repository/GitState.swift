internal import CLibgit2
internal import Posix

/// Where HEAD and the index are at a moment, and what git is in the middle of.
///
/// `git switch` changes files and index first, and HEAD without any lock: what was decided on one state
/// must not be committed on another.
public struct GitState: Sendable {
  public let head: Head
  public let operation: Repository.Operation?
  public let lines: [IndexEntry]
  /// What the index ends with; nil without one.
  fileprivate let checksum: [UInt8]?
  /// When the index was written; its inode number need not be stable.
  fileprivate let written: FileStatus.Time?
}

extension Repository {
  public func state() throws(GitError) -> GitState {
    let files = IndexFiles(gitDirectory: gitDirectory)
    let (written, checksum) = (try disk.anyStatus(of: files.index)?.modified, try files.checksum())
    let index = try files.opened()
    // libgit2 looks for attributes there, too.
    try check(unsafe git_repository_set_index(handle.pointer, index.pointer))
    return GitState(
      head: try head(),
      operation: operation,
      lines: index.lines(writtenAt: written ?? FileStatus.Time(0, 0)),
      checksum: checksum,
      written: written
    )
  }

  public func isStill(at state: GitState) throws(GitError) -> Bool {
    let files = IndexFiles(gitDirectory: gitDirectory)
    let (head, checksum) = (try head(), try files.checksum())
    return head == state.head && operation == state.operation && checksum == state.checksum
      && FileStatus(ofFileAt: files.index)?.modified == state.written
  }
}
