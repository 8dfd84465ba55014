/// A commit on the way through the versions of a file, the newest first.
public struct FileVersion: Sendable {
  public let commit: ObjectID
  public let blob: ObjectID
  /// The file in its parents that have it; nil where a parent is not here.
  public let parents: [ObjectID]?
  public let pending: [ObjectID]
}

extension Repository {
  /// The most commits that are looked at for versions of a file.
  ///
  /// A commit costs a few tree reads, so this is about a second; a year of forty records a day fits.
  private static let mostCommits = 15_000

  /// The most versions of a file that are shown.
  ///
  /// Each is compared with the file; three changes a day for a year fit.
  private static let mostVersions = 1_000

  /// Shows the commits of HEAD's history that have a file, the newest first.
  ///
  /// Unlike `history(of:limit:)` it follows all parents of a merge: a version of the side that gave
  /// way counts, too. A line of history ends where the file is missing, and where a commit cannot be
  /// read. The walk is bounded: an older version is not shown. The function takes a version and returns
  /// whether to go on; the result is whether all versions were here that it asked for.
  @discardableResult
  public func visitVersions(
    of path: GitPath,
    _ body: (FileVersion) -> Bool
  ) throws(GitError) -> Bool {
    guard let start = try head().commit else { return true }
    let names = path.names
    var versions: Set<ObjectID> = []
    var isWhole = true
    var queue = CommitQueue()
    var commits = 0
    queue.insert(try node(start, along: names, knowing: []))
    while let next = queue.popNewest() {
      guard let file = next.file else { continue }
      commits += 1
      versions.insert(file)
      guard commits <= Repository.mostCommits, versions.count <= Repository.mostVersions else {
        return isWhole
      }
      let parents = parents(here: next, along: names)
      for parent in parents ?? [] { queue.insert(parent) }
      isWhole = isWhole && parents != nil
      let version = FileVersion(
        commit: next.id,
        blob: file,
        parents: parents?.compactMap(\.file),
        pending: queue.files
      )
      guard body(version) else { return true }
    }
    return isWhole
  }

  /// Whether bytes are a version that HEAD's history has of a file.
  public func hasVersion(_ bytes: [UInt8], of path: GitPath) throws(GitError) -> Bool {
    let blob = try hash(bytes)
    var isFound = false
    try visitVersions(of: path) { version in
      isFound = version.blob == blob
      return !isFound
    }
    return isFound
  }

  /// The bytes of a version; nil where it cannot be read, as in a partial clone.
  public func readable(_ blob: ObjectID) -> [UInt8]? { try? self.blob(blob) }

  /// The parents; nil where one is not here.
  private func parents(here node: CommitNode, along names: [GitPath]) -> [CommitNode]? {
    // `habit check` names what is damaged; here it is as if history was not here.
    guard let parents = try? parents(of: node, along: names) else { return nil }
    // libgit2 since 1.7 says that the oldest commits of a shallow clone have none.
    let isCut = parents.count < node.parents.count || parents.isEmpty && isShallow
    return isCut ? nil : parents
  }
}

extension CommitNode {
  fileprivate var file: ObjectID? { place.flatMap { $0.isFile ? $0.id : nil } }
}

extension CommitQueue {
  fileprivate var files: [ObjectID] { waiting.compactMap(\.file) }
}
