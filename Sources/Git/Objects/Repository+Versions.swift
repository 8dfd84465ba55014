public import GitFormats

extension Repository {
  /// The most commits that are looked at for versions of a file.
  ///
  /// A commit costs a few tree reads, so this is about a second; a year of forty records a day fits.
  private static let mostCommits = 15_000

  /// The most versions of a file that are shown.
  ///
  /// Each is compared with the file; three changes a day for a year fit.
  private static let mostVersions = 1_000

  /// Shows the versions of a file in the history of HEAD, the newest first, each once.
  ///
  /// Unlike `history(of:limit:)` it follows all parents of a merge: a version of the side that gave
  /// way counts, too. A line of history ends where the file is missing, and where a commit cannot be
  /// read. The walk is bounded: an older version is not shown.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - body: takes a version; returns whether to go on.
  /// - Throws: when HEAD cannot be read.
  public func visitVersions(
    of path: GitPath,
    _ body: ([UInt8]) -> Bool
  ) throws(GitError) {
    guard let start = try head().commit else { return }
    let names = path.names
    var seen: Set<ObjectID> = []
    var queue = CommitQueue()
    var commits = 0
    queue.insert(try node(start, along: names, knowing: []))
    while commits < Repository.mostCommits, seen.count < Repository.mostVersions,
      let next = queue.popNewest()
    {
      commits += 1
      guard let file = next.place, file.isFile else { continue }
      if seen.insert(file.id).inserted, let bytes = readable(file.id), !body(bytes) { return }
      for parent in readableParents(of: next, along: names) { queue.insert(parent) }
    }
  }

  private func readable(_ blob: ObjectID) -> [UInt8]? {
    do {
      return try self.blob(blob)
    } catch {
      return nil
    }
  }

  private func readableParents(of node: CommitNode, along names: [GitPath]) -> [CommitNode] {
    do {
      return try parents(of: node, along: names)
    } catch {
      // `habit check` names what is damaged; here it is as if history began there.
      return []
    }
  }
}
