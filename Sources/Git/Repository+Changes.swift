/// What differs between two trees at one path that is no directory.
struct Change {
  let path: String
  let old: TreeEntry?
  let new: TreeEntry?
}

extension Repository {
  /// What differs at `path` and below, ascending by the bytes of the paths.
  ///
  /// It looks only into directories that differ. Two trees where one name stands for a hundred
  /// million files are easily made, so there is an end to the patience.
  func changes(
    from old: TreeEntry?,
    to new: TreeEntry?,
    at path: String
  ) throws(GitError) -> [Change] {
    var pending = [Change(path: path, old: old, new: new)]
    var found: [Change] = []
    var steps = 0
    while let next = pending.popLast() {
      guard next.old != next.new else { continue }
      steps += 1
      guard steps <= Repository.mostChanges else {
        throw GitError(.other(code: 0), "more than \(Repository.mostChanges) files at '\(path)'")
      }
      if let leaf = next.leaf { found.append(leaf) }
      pending += try children(of: next)
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private func children(of change: Change) throws(GitError) -> [Change] {
    let old = try entries(in: change.old)
    let new = try entries(in: change.new)
    let prefix = change.path.isEmpty ? "" : change.path + "/"
    let left = old.map { Change(path: prefix + $0.key, old: $0.value, new: new[$0.key]) }
    let right = new.filter { old[$0.key] == nil }
      .map { Change(path: prefix + $0.key, old: nil, new: $0.value) }
    return left + right
  }

  /// The most files and directories that are looked at in one comparison.
  private static var mostChanges: Int { 1_000_000 }
}

extension Change {
  /// The part of the change that is no directory: a file may have become one, or the reverse.
  fileprivate var leaf: Change? {
    let old = old.flatMap { $0.isTree ? nil : $0 }
    let new = new.flatMap { $0.isTree ? nil : $0 }
    return old == nil && new == nil ? nil : Change(path: path, old: old, new: new)
  }
}
