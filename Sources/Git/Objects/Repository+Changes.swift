internal import CLibgit2

extension Repository {
  /// What differs between the files of two commits, ascending by the bytes of the paths.
  ///
  /// The cost depends on what differs, not on how many files there are; no commit is one without
  /// files.
  public func changes(
    from old: ObjectID?,
    to new: ObjectID?
  ) throws(GitError) -> [TreeChange] {
    let from = if let old { try root(of: old) } else { try emptyRoot() }
    let to = if let new { try root(of: new) } else { try emptyRoot() }
    return try changes(from: from, to: to, at: .root)
  }

  public func changes(
    from old: ObjectID?,
    to new: ObjectID,
    below path: GitPath
  ) throws(GitError) -> [TreeChange] {
    let from: TreeEntry? = if let old { try entry(at: path, in: root(of: old)) } else { nil }
    return try changes(from: from, to: entry(at: path, in: root(of: new)), at: path)
  }

  /// What a commit has at a path that is not a directory; nil when it has nothing there.
  public func entry(at path: GitPath, of commit: ObjectID) throws(GitError) -> TreeEntry? {
    try place(at: path, of: commit).flatMap { $0.isTree ? nil : $0 }
  }

  /// What a commit has at a path, which may be a directory; nil when it has nothing there.
  public func place(at path: GitPath, of commit: ObjectID) throws(GitError) -> TreeEntry? {
    try entry(at: path, in: root(of: commit))
  }

  /// What is at the root of a commit, by name.
  public func rootEntries(of commit: ObjectID) throws(GitError) -> [GitPath: TreeEntry] {
    try entries(in: root(of: commit))
  }

  /// What differs at `path` and below, ascending by the bytes of the paths.
  ///
  /// It looks only into directories that differ. Two trees where one name refers to a hundred
  /// million files are easily made, so the walk is bounded.
  func changes(
    from old: TreeEntry?,
    to new: TreeEntry?,
    at path: GitPath
  ) throws(GitError) -> [TreeChange] {
    var pending = [TreeChange(path: path, old: old, new: new)]
    var found: [TreeChange] = []
    var steps = 0
    while let next = pending.popLast() {
      guard next.old != next.new else { continue }
      steps += 1
      guard steps <= Repository.mostChanges else {
        throw GitError(.other, "more than \(Repository.mostChanges) files at '\(path)'")
      }
      if let leaf = next.leaf { found.append(leaf) }
      pending += try children(of: next)
    }
    return found.sorted { $0.path < $1.path }
  }

  private func children(of change: TreeChange) throws(GitError) -> [TreeChange] {
    try differences(from: change.old, to: change.new).map {
      TreeChange(path: change.path.appending($0.path), old: $0.old, new: $0.new)
    }
  }

  /// What one directory has and the other has not, or has otherwise, by their names; what is no
  /// directory has nothing.
  func differences(
    from old: TreeEntry?,
    to new: TreeEntry?
  ) throws(GitError) -> [TreeChange] {
    guard let old, let new, old.isTree, new.isTree else {
      return try entries(in: old).map { TreeChange(path: $0.key, old: $0.value, new: nil) }
        + entries(in: new).map { TreeChange(path: $0.key, old: nil, new: $0.value) }
    }
    let left = try tree(old.id)
    let right = try tree(new.id)
    let changes =
      left.changes(to: right) { TreeChange(path: $0, old: $1, new: $2) }
      + right.changes(to: left) { $2 == nil ? TreeChange(path: $0, old: nil, new: $1) : nil }
    // A tree may have a name twice.
    return Array(Dictionary(changes.map { ($0.path, $0) }) { first, _ in first }.values)
  }

  /// The most files and directories that are looked at in one comparison.
  private static var mostChanges: Int { 1_000_000 }
}

extension TreeChange {
  /// The part of the change that is not a directory: a file may have become one, or the reverse.
  fileprivate var leaf: TreeChange? {
    let old = old.flatMap { $0.isTree ? nil : $0 }
    let new = new.flatMap { $0.isTree ? nil : $0 }
    return old == nil && new == nil ? nil : TreeChange(path: path, old: old, new: new)
  }
}

extension Handle<TreeKind> {
  /// The entries which another directory has not, or has otherwise, as a function tells of the name,
  /// what is here and what is there.
  ///
  /// Most of a large directory is the same: names are made of what is not.
  fileprivate borrowing func changes(
    to other: borrowing Handle,
    _ change: (GitPath, TreeEntry, TreeEntry?) -> TreeChange?
  ) -> [TreeChange] {
    var found: [TreeChange] = []
    for position in 0..<(unsafe git_tree_entrycount(pointer)) {
      guard let line = unsafe git_tree_entry_byindex(pointer, position),
        let name = unsafe git_tree_entry_name(line)
      else { continue }
      let here = unsafe TreeEntry(line)
      let there = unsafe other.entry(name)
      // Of a name that occurs twice, one is taken.
      guard here != there, unsafe entry(name) == here,
        let change = unsafe change(GitPath(name), here, there)
      else { continue }
      found.append(change)
    }
    return found
  }
}
