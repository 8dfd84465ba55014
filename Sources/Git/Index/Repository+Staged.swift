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
    var files: [GitPath: ObjectID] = [:]
    if let head = state.head.commit {
      let root = try root(of: head)
      for name in names {
        for change in try changes(from: nil, to: entry(at: name, in: root), at: name) {
          files[change.path] = change.new?.id
        }
      }
    }
    var committed: [GitPath: ObjectID?] = [:]
    for line in lines {
      let id = files[line.path]
      // A conflict is several lines, none of which need be a commit's.
      if line.stage > 0 || id != line.blob { committed[line.path] = .some(id) }
    }
    return Staging(lines: lines, committed: committed)
  }
}
