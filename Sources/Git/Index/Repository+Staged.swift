/// The index, and how it differs from HEAD.
public struct Staging: Sendable {
  public let lines: [IndexEntry]

  /// What HEAD has where a line has something else, by path; nil where it has nothing.
  ///
  /// That was staged, and not committed. What was staged as removed is not here.
  public let committed: [GitPath: ObjectID?]
}

extension Repository {
  /// The paths at which the index has other contents than HEAD: what was staged and not
  /// committed.
  ///
  /// What was staged as removed is left out.
  public func staged() throws(GitError) -> Set<GitPath> {
    Set(try staging(under: [.root], at: state()).committed.keys)
  }

  /// The lines of the index at these names and below them, and what is staged there.
  public func staging(
    under names: [GitPath],
    at state: GitState
  ) throws(GitError) -> Staging {
    let lines = names.flatMap { name in state.lines.filter { $0.path.isUnder(name) } }
    var committed = Committed()
    if let head = state.head.commit {
      let root = try root(of: head)
      for name in names {
        if let entry = try entry(at: name, in: root) { committed.add(entry, at: name) }
      }
    }
    try list(&committed)
    return Staging(lines: lines, committed: committed.others(than: lines))
  }

  /// Lists what is in the directories.
  private func list(_ committed: inout Committed) throws(GitError) {
    while let (folder, tree) = committed.folders.popFirst() {
      for (name, entry) in try entries(in: tree) {
        committed.add(entry, at: folder.appending(name))
      }
    }
  }
}

/// What a commit has, as far as the index may have something else.
private struct Committed {
  /// What is not a directory.
  private var files: [GitPath: ObjectID] = [:]
  /// Directories that are still to be listed.
  var folders: [GitPath: TreeEntry] = [:]

  mutating func add(_ entry: TreeEntry, at path: GitPath) {
    if entry.isTree { folders[path] = entry } else { files[path] = entry.id }
  }

  /// What is there in the place of these lines, where it is something else.
  func others(than lines: [IndexEntry]) -> [GitPath: ObjectID?] {
    var others: [GitPath: ObjectID?] = [:]
    for line in lines {
      let id = files[line.path]
      // A conflict is several lines, none of which need be a commit's.
      if line.stage > 0 || id != line.blob { others[line.path] = .some(id) }
    }
    return others
  }
}
