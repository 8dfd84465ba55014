internal import Git

extension ForeignMerge {
  /// How many commits a replayed one is looked back from for what its author had seen.
  private static let mostUnseen = 1_000

  /// A merge commit, or what a rebase or a cherry-pick made of one; nil for any other.
  ///
  /// A commit that was rewritten on top of what its author had not seen, and resolved with one side alone,
  /// takes away what was committed between: a merge without a second parent. It keeps its author's time,
  /// and its parent is younger than that. What it was made from is what was there at that time.
  init?(readIn repository: borrowing Repository, as commit: Commit) throws {
    guard commit.parents.count < 2 else {
      self.init(of: commit.parents, since: nil, in: commit.id)
      return
    }
    let written = commit.author.seconds
    guard let parent = commit.parents.first,
      commit.committer.toolUser == nil, written < commit.committer.seconds,
      try repository.readCommit(parent).author.seconds > written
    else { return nil }
    var (bases, pending, seen): ([ObjectID], [ObjectID], Set<ObjectID>) = ([], [parent], [])
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      guard seen.count <= ForeignMerge.mostUnseen, try repository.hasCommit(next) else {
        return nil
      }
      let before = try repository.readCommit(next)
      if before.author.seconds <= written {
        bases.append(next)
      } else {
        pending += before.parents
      }
    }
    self.init(of: [parent, commit.id], since: bases, in: commit.id)
  }
}
