internal import CLibgit2

extension Repository {
  /// All best common ancestors of two commits, ascending; none when they have no common history.
  public func mergeBases(_ one: ObjectID, _ other: ObjectID) throws(GitError) -> [ObjectID] {
    var list = unsafe git_oidarray()
    var (left, right) = (one.raw, other.raw)
    guard try isFound(unsafe git_merge_bases(&list, handle.pointer, &left, &right)) else {
      return []
    }
    defer { unsafe git_oidarray_dispose(&list) }
    let ids = unsafe UnsafeBufferPointer(start: list.ids, count: list.count)
    return unsafe ids.map { ObjectID($0) }.sorted()
  }

  /// Whether a commit is another one, or among those it follows.
  ///
  /// A commit that is missing here is an ancestor of none.
  public func isAncestor(_ old: ObjectID, of new: ObjectID) throws(GitError) -> Bool {
    guard old != new else { return true }
    var (ancestor, descendant) = (old.raw, new.raw)
    guard try hasCommit(old) else { return false }
    return try check(unsafe git_graph_descendant_of(handle.pointer, &descendant, &ancestor)) == 1
  }

  public func hasCommit(_ id: ObjectID) throws(GitError) -> Bool {
    try unlessMissing { () throws(GitError) in try commit(id) } != nil
  }

  public func distance(
    from here: ObjectID,
    to there: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    var (ahead, behind) = (0, 0)
    var (local, upstream) = (here.raw, there.raw)
    try check(
      unsafe git_graph_ahead_behind(&ahead, &behind, handle.pointer, &local, &upstream)
    )
    return (ahead, behind)
  }

  /// The commits that these have and those have not, each before its parents.
  public func commits(
    of heads: [ObjectID],
    without known: [ObjectID]
  ) throws(GitError) -> [ObjectID] {
    let walk = try Handle<WalkKind> { unsafe git_revwalk_new(&$0, handle.pointer) }
    try check(unsafe git_revwalk_sorting(walk.pointer, GIT_SORT_TOPOLOGICAL.rawValue))
    for head in heads {
      var id = head.raw
      try check(unsafe git_revwalk_push(walk.pointer, &id))
    }
    for commit in known {
      var id = commit.raw
      try check(unsafe git_revwalk_hide(walk.pointer, &id))
    }
    var found: [ObjectID] = []
    var id = git_oid()
    while true {
      let status = unsafe git_revwalk_next(&id, walk.pointer)
      guard status != GIT_ITEROVER.rawValue else { return found }
      try check(status)
      found.append(ObjectID(id))
    }
  }
}
