internal import CLibgit2

extension TreeEntry {
  init(root tree: ObjectID) {
    self.init(id: tree, mode: TreeEntry.tree)
  }

  init(_ entry: OpaquePointer) {
    unsafe self.init(
      id: ObjectID(git_tree_entry_id(entry).pointee),
      mode: git_tree_entry_filemode_raw(entry).rawValue
    )
  }
}

extension Repository {
  func tree(_ id: ObjectID) throws(GitError) -> Handle<TreeKind> {
    var id = id.raw
    return try Handle { unsafe git_tree_lookup(&$0, handle.pointer, &id) }
  }

  public func tree(of commit: ObjectID) throws(GitError) -> ObjectID {
    try root(of: commit).id
  }

  func root(of commit: ObjectID) throws(GitError) -> TreeEntry {
    TreeEntry(root: try header(of: commit).tree)
  }

  func entry(_ name: GitPath, in parent: TreeEntry) throws(GitError) -> TreeEntry? {
    guard parent.isTree else { return nil }
    return unsafe try tree(parent.id).entry(name.cString)
  }

  func entry(at path: GitPath, in root: TreeEntry) throws(GitError) -> TreeEntry? {
    var place = root
    for name in path.names {
      guard let next = try entry(name, in: place) else { return nil }
      place = next
    }
    return place
  }

  /// The names in a directory of a commit, which is "" for the root; none where there is no directory.
  public func names(in path: GitPath, of commit: ObjectID) throws(GitError) -> [GitPath] {
    try entries(in: entry(at: path, in: root(of: commit))).keys.sorted()
  }

  /// Shows everything in a directory, whatever its names are.
  func withEntries(in parent: TreeEntry, _ body: (TreeEntry) -> Void) throws(GitError) {
    let tree = try self.tree(parent.id)
    for position in 0..<(unsafe git_tree_entrycount(tree.pointer)) {
      guard let entry = unsafe git_tree_entry_byindex(tree.pointer, position) else { continue }
      body(unsafe TreeEntry(entry))
    }
  }

  /// Everything in a directory, by name; empty where there is no directory.
  ///
  /// Of a name that occurs twice the one that a lookup finds is taken.
  func entries(in parent: TreeEntry?) throws(GitError) -> [GitPath: TreeEntry] {
    guard let parent, parent.isTree else { return [:] }
    let tree = try self.tree(parent.id)
    var entries: [GitPath: TreeEntry] = [:]
    for position in 0..<(unsafe git_tree_entrycount(tree.pointer)) {
      guard let entry = unsafe git_tree_entry_byindex(tree.pointer, position),
        let name = unsafe git_tree_entry_name(entry)
      else { continue }
      let path = unsafe GitPath(name)
      if entries.updateValue(unsafe TreeEntry(entry), forKey: path) != nil {
        entries[path] = unsafe tree.entry(name)
      }
    }
    return entries
  }
}

extension Handle<TreeKind> {
  borrowing func entry(_ name: UnsafePointer<CChar>) -> TreeEntry? {
    unsafe git_tree_entry_byname(pointer, name).map { unsafe TreeEntry($0) }
  }
}
