/// Where HEAD and the index were at a moment.
///
/// `git switch` changes files and index first, and HEAD without any lock: what was decided on one state
/// must not be committed on another.
public struct Snapshot: Hashable, Sendable {
  /// What was checked out.
  public let head: Head
  private let index: FileStamp?

  fileprivate init(head: Head, index: FileStamp?) {
    self.head = head
    self.index = index
  }
}

extension Repository {
  /// Where HEAD and the index are now.
  public func snapshot() throws(GitError) -> Snapshot {
    let index = IndexFiles(gitDirectory: gitDirectory).index
    return Snapshot(head: try head(), index: FileStamp(ofFileAt: index))
  }
}
