internal import CLibgit2

// How commits follow each other, by the parents that they name: libgit2's own walks end at a commit whose
// lines another program has written wrongly.

extension Repository {
  /// All best common ancestors of two commits, ascending; none when they have no common history.
  public func mergeBases(_ one: ObjectID, _ other: ObjectID) throws(GitError) -> [ObjectID] {
    guard one != other else { return [one] }
    let common = try common(one, other)
    guard common.count > 1 else { return Array(common) }
    // Where clocks were wrong, one may be an ancestor of another one.
    var best: [ObjectID] = []
    for base in common {
      var isRedundant = false
      for other in common where base != other && !isRedundant {
        isRedundant = try isAncestor(base, of: other)
      }
      if !isRedundant { best.append(base) }
    }
    return best.sorted()
  }

  /// Whether a commit is another one, or among those it follows.
  ///
  /// A commit that is missing here is an ancestor of none.
  public func isAncestor(_ old: ObjectID, of new: ObjectID) throws(GitError) -> Bool {
    guard old != new else { return true }
    guard try hasCommit(old) else { return false }
    return try common(new, old, endingAt: old).contains(old)
  }

  public func hasCommit(_ id: ObjectID) throws(GitError) -> Bool {
    let database = try handle.database()
    var id = id.raw
    var (size, kind) = (0, GIT_OBJECT_ANY)
    let status = unsafe git_odb_read_header(&size, &kind, database.pointer, &id)
    return try isFound(status) && kind == GIT_OBJECT_COMMIT
  }

  public func distance(
    from here: ObjectID,
    to there: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    (
      try commits(of: [here], without: [there]).count,
      try commits(of: [there], without: [here]).count
    )
  }

  /// The commits that these have and those have not, each before its parents.
  public func commits(
    of heads: [ObjectID],
    without known: [ObjectID]
  ) throws(GitError) -> [ObjectID] {
    var walk = try CommitWalk(in: self)
    for id in known { try walk.mark(id, .right, in: self) }
    for id in heads { try walk.mark(id, .left, in: self) }
    var oldest: Int?
    var patience = CommitWalk.patience
    while walk.hasLeft || oldest != nil && patience > 0, let next = try walk.step(in: self) {
      if next.marks == .left {
        oldest = min(oldest ?? .max, next.seconds)
        patience = CommitWalk.patience
      } else if !walk.hasLeft, let oldest, next.seconds < oldest {
        // Where a clock was wrong, what is known may still lead to one of them.
        patience -= 1
      }
    }
    return walk.sortedLeft()
  }

  /// The newest commits that two of them have in common, and where clocks were wrong, older ones.
  private func common(
    _ one: ObjectID,
    _ other: ObjectID,
    endingAt last: ObjectID? = nil
  ) throws(GitError) -> Set<ObjectID> {
    var walk = try CommitWalk(in: self)
    try walk.mark(one, .left, in: self)
    try walk.mark(other, .right, in: self)
    var common: Set<ObjectID> = []
    while walk.isOpen, let next = try walk.step(in: self) {
      if next.marks == [.left, .right] {
        common.insert(next.id)
        if next.id == last { break }
      } else if next.marks.contains(.below) {
        common.remove(next.id)
      }
    }
    return common
  }
}
