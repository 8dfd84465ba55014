internal import CLibgit2
internal import GitFormats

extension Repository {
  /// The most objects that are copied one by one where git can send a pack instead.
  ///
  /// Source: git-config(1), `transfer.unpackLimit`.
  private static let mostCopied = 100

  /// Copies a commit, and what of its history is missing here, from another repository of this
  /// machine.
  ///
  /// What an object refers to is copied before it, so that a crash leaves nothing that lacks a part.
  ///
  /// - Parameters:
  ///   - commit: what is wanted.
  ///   - source: the repository that has it.
  ///   - known: commits that are here with all they refer to.
  ///   - network: where git is found, and what receives the progress.
  /// - Returns: false, with nothing copied, when git is installed and does it better.
  /// - Throws: when it cannot be read there or written here.
  func copy(
    _ commit: ObjectID,
    from source: borrowing Repository,
    without known: [ObjectID],
    over network: Network
  ) throws(GitError) -> Bool {
    var common: [ObjectID] = []
    for id in known where try source.hasCommit(id) { common.append(id) }
    let hasGit = network.hasGit
    // Files of a repository that several users write to have to be made as git makes them.
    if hasGit, common.isEmpty { return false }
    if hasGit, try setting("core.sharedRepository") != nil { return false }
    var list = CopyList(room: hasGit ? Repository.mostCopied : .max)
    for id in try source.commits(of: [commit], without: common).reversed() {
      try source.list(id, in: &list)
      guard list.room > 0 else { return false }
    }
    if hasGit { for id in list.ids where try source.isLarge(id) { return false } }
    try copy(list, from: source, over: network)
    return true
  }

  /// Copies a commit with all that it refers to, whatever is here already.
  func copyAll(
    of commit: ObjectID,
    from source: borrowing Repository,
    over network: Network
  ) throws(GitError) {
    var list = CopyList(room: .max)
    for id in try source.commits(of: [commit], without: []).reversed() {
      try source.list(id, in: &list)
    }
    try copy(list, from: source, over: network)
  }

  private func copy(
    _ list: CopyList,
    from source: borrowing Repository,
    over network: Network
  ) throws(GitError) {
    let from = try source.handle.database()
    let to = try handle.database()
    let folder = ObjectFolder(in: commonDirectory)
    for (number, id) in list.ids.enumerated() {
      try network.report(Network.Progress(objects: number, totalObjects: list.ids.count))
      // After a power cut libgit2 would take an incomplete file for the object.
      try folder.removeIfDamaged(id)
      try to.write(id, from: from)
    }
  }

  /// Lists a commit and what its parents have not.
  private func list(_ id: ObjectID, in list: inout CopyList) throws(GitError) {
    let commit = try readCommit(id)
    var parents: [TreeEntry] = []
    for parent in commit.parents { parents.append(try root(of: parent)) }
    try self.list(TreeEntry(root: commit.tree), besides: parents, in: &list)
    list.add(id)
  }

  /// Lists a file or a directory and what is in it, but not what has its place elsewhere.
  private func list(
    _ entry: TreeEntry,
    besides known: [TreeEntry],
    in list: inout CopyList
  ) throws(GitError) {
    guard !known.contains(entry), !list.has(entry.id), !entry.isSubmodule, list.room > 0 else {
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
  private var known: Set<ObjectID> = []

  init(room: Int) {
    self.room = room
  }

  func has(_ id: ObjectID) -> Bool { known.contains(id) }

  mutating func add(_ id: ObjectID) {
    guard known.insert(id).inserted else { return }
    ids.append(id)
    room -= 1
  }
}

extension Handle<DatabaseKind> {
  /// Writes an object that another database has.
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
