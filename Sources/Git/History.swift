internal import CLibgit2

/// A commit that changed something under a path.
public struct HistoryEntry: Hashable, Sendable {
  /// The commit.
  public let id: ObjectID
  /// Who made it, and when.
  public let author: Signature
  /// The first line of the message.
  public let subject: String
  /// The rest of the message; empty when there is none.
  public let body: String
}

extension Repository {
  /// The commits that changed anything at a path, the newest first, at most so many.
  ///
  /// A commit counts when what stands at the path differs from each of its parents; ids along the
  /// path are compared and no file is read.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/commit/git_commit_parent_id.html>.
  public func history(of path: String, limit: Int) throws(GitError) -> [HistoryEntry] {
    guard let head = try head().commit else { return [] }
    let parts = path.split(separator: "/")
    var entries: [HistoryEntry] = []
    var waiting = [try walked(head, parts)]
    var seen: Set<ObjectID> = [head]
    while entries.count < limit, let commit = waiting.popLast() {
      var differs = commit.content != nil || !commit.parents.isEmpty
      for parent in commit.parents {
        let walked = try walked(parent, parts)
        if walked.content == commit.content { differs = false }
        guard seen.insert(parent).inserted else { continue }
        let place = waiting.firstIndex { walked.seconds < $0.seconds } ?? waiting.count
        waiting.insert(walked, at: place)
      }
      if differs { entries.append(try entry(commit.id)) }
    }
    return entries
  }

  /// A commit on the way, and what stands at the path in it.
  private struct Walked {
    let id: ObjectID
    let seconds: Int
    let parents: [ObjectID]
    let content: ObjectID?
  }

  private func walked(_ id: ObjectID, _ path: [Substring]) throws(GitError) -> Walked {
    var raw = id.raw
    let commit = unsafe try Handle<CommitObject> {
      unsafe git_commit_lookup(&$0, handle.pointer, &raw)
    }
    let parents = (0..<(unsafe git_commit_parentcount(commit.pointer))).compactMap { index in
      unsafe git_commit_parent_id(commit.pointer, index).map { unsafe ObjectID(unsafe $0) }
    }
    guard let tree = unsafe git_commit_tree_id(commit.pointer) else {
      preconditionFailure("a commit has a tree")
    }
    return unsafe Walked(
      id: id,
      seconds: Int(unsafe git_commit_time(commit.pointer)),
      parents: parents,
      content: try entry(of: path, in: ObjectID(unsafe tree))
    )
  }

  private func entry(_ id: ObjectID) throws(GitError) -> HistoryEntry {
    var raw = id.raw
    let commit = unsafe try Handle<CommitObject> {
      unsafe git_commit_lookup(&$0, handle.pointer, &raw)
    }
    guard let author = unsafe git_commit_author(commit.pointer) else {
      preconditionFailure("a commit has an author")
    }
    let subject = unsafe git_commit_summary(commit.pointer)
    let body = unsafe git_commit_body(commit.pointer)
    return HistoryEntry(
      id: id,
      author: unsafe Signature(author),
      subject: unsafe subject.map { unsafe String(cString: $0) } ?? "",
      body: unsafe body.map { unsafe String(cString: $0) } ?? ""
    )
  }
}
