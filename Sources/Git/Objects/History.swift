internal import CLibgit2

extension Repository {
  /// Trusts from now on, as git-log(1) does, that objects have the hashes by which they are named: for
  /// a process that only looks.
  public func trustHashes() throws(GitError) { try check(clibgit2_trust_hashes()) }

  /// The commits of HEAD that changed something at `path` or below, newest first, as `git log -- path`.
  ///
  /// As there, a merge is listed when it differs from all its parents, and otherwise only the side
  /// is followed that it took the path from. The cost of a commit that changed something else is
  /// that of reading its root. An empty path means everything; the walk ends where all commits that are
  /// left are older than `since`, in seconds since 1970.
  public func history(
    of path: GitPath,
    limit: Int,
    since: Int = .min
  ) throws(GitError) -> [Commit] {
    guard let start = try head().commit else { return [] }
    let nothing = [nil, try emptyRoot()]
    let names = path.names
    var queue = CommitQueue()
    var found: [Commit] = []
    queue.insert(try node(start, along: names, knowing: []))
    while found.count < limit, let next = queue.popNewest(), next.seconds >= since {
      let parents = try parents(of: next, along: names)
      if let same = parents.first(where: { $0.place == next.place }) {
        queue.insert(same)
        continue
      }
      if !parents.isEmpty || !nothing.contains(next.place) {
        found.append(try readCommit(next.id))
      }
      for parent in parents { queue.insert(parent) }
    }
    return found
  }

  /// The parents that are here: those before the beginning of a shallow clone are not.
  func parents(
    of node: CommitNode,
    along names: [GitPath]
  ) throws(GitError) -> [CommitNode] {
    var parents: [CommitNode] = []
    for id in node.parents {
      let parent = try unlessMissing { () throws(GitError) in
        try self.node(id, along: names, knowing: node.trail)
      }
      if let parent { parents.append(parent) }
    }
    return parents
  }

  func node(
    _ id: ObjectID,
    along names: [GitPath],
    knowing known: [TreeEntry?]
  ) throws(GitError) -> CommitNode {
    let header = try header(of: id)
    return CommitNode(
      id: id,
      seconds: header.seconds,
      parents: header.parents,
      trail: try trail(from: TreeEntry(root: header.tree), along: names, knowing: known)
    )
  }

  /// What is at each step from the root along these names.
  ///
  /// Where a step is the same as in the trail that is known, so is all that follows it.
  private func trail(
    from root: TreeEntry,
    along names: [GitPath],
    knowing known: [TreeEntry?]
  ) throws(GitError) -> [TreeEntry?] {
    var trail: [TreeEntry?] = [root]
    var place: TreeEntry? = root
    for (step, name) in names.enumerated() {
      if step < known.count, known[step] == place { return trail + known[(step + 1)...] }
      if let parent = place { place = try entry(name, in: parent) }
      trail.append(place)
    }
    return trail
  }
}

struct CommitNode {
  let id: ObjectID
  let seconds: Int
  let parents: [ObjectID]
  let trail: [TreeEntry?]

  var place: TreeEntry? { trail.last ?? nil }
}

/// Commits that wait to be looked at; each comes out once, the newest first.
struct CommitQueue {
  private var queue = NewestFirst<CommitNode>()
  private var seen: Set<ObjectID> = []

  var waiting: [CommitNode] { queue.waiting }

  mutating func insert(_ node: CommitNode) {
    if seen.insert(node.id).inserted { queue.insert(node, at: node.seconds) }
  }

  mutating func popNewest() -> CommitNode? { queue.pop() }
}
