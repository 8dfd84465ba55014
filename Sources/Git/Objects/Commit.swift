internal import CLibgit2

public struct Commit: Hashable, Sendable {
  public let id: ObjectID
  public let tree: ObjectID
  public let parents: [ObjectID]
  public let author: Signature
  public let committer: Signature
  /// What is not UTF-8 in it is repaired.
  public let message: String
  /// The first paragraph of its message, on one line.
  public let subject: String
  /// The rest of its message, without the empty lines around it.
  public let body: String
}

extension Repository {
  /// Reads a commit, or throws `.notFound` when it is not here.
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
      message: text(git_commit_message_raw(commit.pointer)),
      subject: text(git_commit_summary(commit.pointer)),
      body: text(git_commit_body(commit.pointer))
    )
  }
}

private func text(_ characters: UnsafePointer<CChar>?) -> String {
  unsafe characters.map { unsafe String(cString: $0) } ?? ""
}
