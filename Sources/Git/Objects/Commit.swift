internal import CLibgit2

/// A commit, as it is written.
public struct Commit: Hashable, Sendable {
  public let id: ObjectID
  public let tree: ObjectID
  /// The commits it follows, in its order.
  public let parents: [ObjectID]
  /// Who made the change, and when.
  public let author: Signature
  /// Who wrote the commit, and when.
  public let committer: Signature
  /// Subject and body; what is not UTF-8 in it is repaired.
  public let message: String
}

extension Repository {
  /// Reads a commit.
  ///
  /// - Throws: `.notFound` when it is not here.
  public func readCommit(_ id: ObjectID) throws(GitError) -> Commit {
    let commit = try commit(id)
    return unsafe Commit(
      id: id,
      tree: ObjectID(git_commit_tree_id(commit.pointer).pointee),
      parents: (0..<git_commit_parentcount(commit.pointer)).map {
        unsafe ObjectID(git_commit_parent_id(commit.pointer, $0).pointee)
      },
      author: Signature(git_commit_author(commit.pointer).pointee),
      committer: Signature(git_commit_committer(commit.pointer).pointee),
      message: String(cString: git_commit_message_raw(commit.pointer))
    )
  }
}
