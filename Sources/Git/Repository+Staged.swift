extension Repository {
  /// The paths at which the index has something else than HEAD: what somebody has staged and not
  /// committed.
  ///
  /// Directories of which the index remembers that they are HEAD's are not looked into; and where there
  /// was nothing, that is noted, and nothing is looked at until the index or HEAD changes.
  ///
  /// - Throws: when the repository is damaged.
  public func staged() throws(GitError) -> Set<String> {
    let head = try head().commit
    let state = stagingState(at: head)
    guard !isKnownUnstaged(in: state) else { return [] }
    let file = indexFile()
    var committed = Committed()
    if let head { committed.folders[""] = try root(of: head) }
    try list(&committed, file)
    let lines = committed.same.contains("") ? [] : try index(under: [""], in: file)
    let staged = committed.others(than: lines)
    if staged.isEmpty { note(unstagedIn: state) }
    return Set(staged.keys)
  }

  /// The lines of the index at these names and below them, as they were when HEAD was committed: what
  /// is staged and not committed is an edit that git knows of.
  ///
  /// - Parameter names: files and directories at the root.
  /// - Returns: the lines, those first of what is not staged.
  /// - Throws: when the repository is damaged.
  public func committedIndex(under names: [String]) throws(GitError) -> [IndexEntry] {
    let head = try head().commit
    let isUnstaged = isKnownUnstaged(in: stagingState(at: head))
    let file = indexFile()
    let lines = try index(under: names, in: file)
    guard !isUnstaged else { return lines }
    var committed = Committed()
    if let head {
      let root = try root(of: head)
      for name in names {
        if let entry = try entry(name, in: root) { committed.add(entry, at: name) }
      }
    }
    try list(&committed, file)
    let staged = committed.others(than: lines)
    guard !staged.isEmpty else { return lines }
    return lines.filter { !staged.keys.contains($0.path) }
      + staged.compactMap { path, entry in entry.map { IndexEntry(path, committed: $0) } }
  }

  /// Lists what is in the directories, but for those that the index is known to have as well.
  private func list(_ committed: inout Committed, _ file: IndexFile?) throws(GitError) {
    if let memory = file?.cacheTree() {
      try CacheTree.walk(memory) { (folder, id) throws(GitError) in
        guard let tree = committed.folders.removeValue(forKey: folder) else {
          return folder.isEmpty
        }
        if tree.id == id {
          committed.same.insert(folder)
          return false
        }
        try list(tree, at: folder, in: &committed)
        return true
      }
    }
    while let (folder, tree) = committed.folders.popFirst() {
      try list(tree, at: folder, in: &committed)
    }
  }

  private func list(
    _ tree: TreeEntry,
    at folder: String,
    in committed: inout Committed
  ) throws(GitError) {
    for (name, entry) in try entries(in: tree) {
      committed.add(entry, at: folder.isEmpty ? name : "\(folder)/\(name)")
    }
  }
}

// MARK: What is known of it

extension Repository {
  /// Changes the index after a commit to what that has; what was known to be staged is not forgotten.
  ///
  /// - Parameters:
  ///   - parent: where HEAD was.
  ///   - commit: where it is.
  ///   - change: what writes the index, while its lock is held.
  /// - Throws: what that throws.
  public func followingCommit(
    from parent: ObjectID?,
    to commit: ObjectID?,
    _ change: () throws(GitError) -> Void
  ) throws(GitError) {
    let isUnstaged = isKnownUnstaged(in: stagingState(at: parent))
    try change()
    if isUnstaged { note(unstagedIn: stagingState(at: commit)) }
  }

  private var stagingNote: String { gitDirectory + "/habit/unstaged" }

  /// What the index and HEAD are, so that a change of either shows; nil when there is no index.
  private func stagingState(at head: ObjectID?) -> String? {
    FileStamp(ofFileAt: IndexFiles(gitDirectory: gitDirectory).index).map { stamp in
      let (modified, changed) = (stamp.modified, stamp.changed)
      return "\(head?.hex ?? "-") \(stamp.inode) \(stamp.size) \(modified.seconds)"
        + " \(modified.nanoseconds) \(changed.seconds) \(changed.nanoseconds)\n"
    }
  }

  private func isKnownUnstaged(in state: String?) -> Bool {
    do {
      return try state.map { (state) throws(GitError) in try System.read(stagingNote) == state }
        ?? false
    } catch {
      return false
    }
  }

  private func note(unstagedIn state: String?) {
    guard let state else { return }
    do {
      try System.makeDirectory(gitDirectory + "/habit")
      try System.write(state, to: stagingNote)
    } catch {
      // What is not noted is looked at again.
    }
  }
}

/// What a commit has, as far as the index may have something else.
private struct Committed {
  /// What is no directory.
  private var files: [String: TreeEntry] = [:]
  /// Directories that are still to be listed.
  var folders: [String: TreeEntry] = [:]
  /// Directories that the index has as well.
  var same: Set<String> = []

  mutating func add(_ entry: TreeEntry, at path: String) {
    if entry.isTree { folders[path] = entry } else { files[path] = entry }
  }

  /// What is there in the place of these lines, where it is something else, and where none is.
  func others(than lines: [IndexEntry]) -> [String: TreeEntry?] {
    var left = files
    var others: [String: TreeEntry?] = [:]
    for line in lines where line.stage == 0 && !isInSame(line.path) {
      let entry = left.removeValue(forKey: line.path)
      if entry != TreeEntry(id: line.blob, mode: line.mode) { others[line.path] = .some(entry) }
    }
    for (path, entry) in left { others[path] = entry }
    return others
  }

  private func isInSame(_ path: String) -> Bool {
    guard !same.isEmpty else { return false }
    return path.indices.contains { path[$0] == "/" && same.contains(String(path[..<$0])) }
  }
}

extension IndexEntry {
  /// What a commit has; whether the work file is the same is not known.
  fileprivate init(_ path: String, committed entry: TreeEntry) {
    self.path = path
    blob = entry.id
    mode = entry.mode
    stage = 0
    stamp = .unknown
    isRacy = true
  }
}
