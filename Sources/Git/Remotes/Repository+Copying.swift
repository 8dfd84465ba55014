internal import CLibgit2

extension Repository {
  /// The most objects that are copied one by one; of more a pack is made.
  ///
  /// Source: git-config(1), `transfer.unpackLimit`.
  private static var mostCopied: Int { 100 }

  /// Copies a commit, and what of its history is missing here, from another repository of this
  /// machine, when that is little: no pack is made then, and none is left.
  ///
  /// What others refer to comes before them, so that a crash leaves nothing that lacks a part.
  ///
  /// - Parameters:
  ///   - commit: what is wanted.
  ///   - source: who has it.
  ///   - known: commits that are here with all they refer to.
  /// - Returns: whether it was copied; when not, nothing was.
  /// - Throws: when it cannot be read there or written here.
  func copy(
    _ commit: ObjectID,
    from source: borrowing Repository,
    without known: [ObjectID]
  ) throws(GitError) -> Bool {
    var common: [ObjectID] = []
    for id in known where try source.hasCommit(id) { common.append(id) }
    // Files of a repository that several people write to have to be made as git makes them.
    guard !common.isEmpty, try setting("core.sharedRepository") == nil else { return false }
    var list = CopyList(room: Repository.mostCopied)
    for id in try source.commits(of: [commit], without: common).reversed() {
      try source.list(id, in: &list)
      guard list.room > 0 else { return false }
    }
    for id in list.ids where try source.isLarge(id) { return false }
    let from = try source.handle.database()
    let to = try handle.database()
    let folder = ObjectFolder(in: commonDirectory)
    for id in list.ids {
      // A power cut may have left its name, which libgit2 would take for the object.
      try folder.removeIfDamaged(id)
      try to.write(id, from: from)
    }
    return true
  }

  /// Lists a commit and what its parents have not.
  private func list(_ id: ObjectID, in list: inout CopyList) throws(GitError) {
    let commit = try readCommit(id)
    var parents: [TreeEntry] = []
    for parent in commit.parents { parents.append(try root(of: parent)) }
    try self.list(TreeEntry(root: commit.tree), besides: parents, in: &list)
    list.add(id)
  }

  /// Lists a file or a directory and what is in it, but what stands in its place elsewhere.
  private func list(
    _ entry: TreeEntry,
    besides known: [TreeEntry],
    in list: inout CopyList
  ) throws(GitError) {
    guard !known.contains(entry), !list.ids.contains(entry.id), !entry.isSubmodule, list.room > 0
    else {
      return
    }
    for change in try differences(from: known.first, to: entry) {
      guard let new = change.new else { continue }
      var others: [TreeEntry] = []
      for parent in known {
        if let other = try self.entry(change.path, in: parent) { others.append(other) }
      }
      try self.list(new, besides: others, in: &list)
    }
    list.add(entry.id)
  }
}

/// Objects to be copied, in their order, and how many more may come.
private struct CopyList {
  private(set) var ids: [ObjectID] = []
  private(set) var room: Int

  init(room: Int) {
    self.room = room
  }

  mutating func add(_ id: ObjectID) {
    ids.append(id)
    room -= 1
  }
}

extension Handle<DatabaseKind> {
  /// Writes an object that another database has.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/odb/git_odb_write.html>
  fileprivate borrowing func write(
    _ id: ObjectID,
    from source: borrowing Handle<DatabaseKind>
  ) throws(GitError) {
    var raw = id.raw
    let object = try Handle<ObjectKind> { unsafe git_odb_read(&$0, source.pointer, &raw) }
    let status = unsafe git_odb_write(
      &raw,
      pointer,
      git_odb_object_data(object.pointer),
      git_odb_object_size(object.pointer),
      git_odb_object_type(object.pointer)
    )
    try check(status)
  }
}
