internal import CLibgit2

extension Repository {
  /// The id that a blob of these bytes has; nothing is written.
  public func hash(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    try ObjectID { unsafe git_odb_hash(&$0, bytes, bytes.count, GIT_OBJECT_BLOB) }
  }

  /// The id that a blob of a file's bytes has, as they are; nothing is written.
  public func hashFile(_ path: String) throws(GitError) -> ObjectID {
    try ObjectID {
      unsafe git_repository_hashfile(&$0, handle.pointer, path, GIT_OBJECT_BLOB, "")
    }
  }

  /// Writes a blob.
  ///
  /// No file is flushed here, so it is not yet safe from a power cut.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    try ObjectID {
      unsafe git_blob_create_from_buffer(&$0, handle.pointer, bytes, bytes.count)
    }
  }

  /// Writes the tree of a commit with these blobs put in, and the trees that lead to them.
  ///
  /// A file that is there keeps its mode; a new one is plain. The cost does not depend on how many
  /// other files there are.
  public func writeTree(
    of base: ObjectID?,
    setting blobs: [(path: GitPath, blob: ObjectID)]
  ) throws(GitError) -> ObjectID {
    let root = if let base { try root(of: base) } else { try emptyRoot() }
    var entries: [(path: GitPath, entry: TreeEntry?)] = []
    for (path, blob) in blobs {
      let mode = try entry(at: path, in: root)?.mode ?? TreeEntry.plainFile
      entries.append((path, TreeEntry(id: blob, mode: mode)))
    }
    return try writeTree(of: base, setting: entries)
  }

  /// Writes the tree of a commit with these entries put in its place, and nil taken away.
  ///
  /// A directory that nothing is left in goes too.
  ///
  /// - Throws: `.forbiddenPath` when git would not write an entry; a directory is taken as it is.
  public func writeTree(
    of base: ObjectID?,
    setting entries: [(path: GitPath, entry: TreeEntry?)]
  ) throws(GitError) -> ObjectID {
    let root = if let base { try root(of: base) } else { try emptyRoot() }
    for case (let path, let entry?) in entries
    where TreeChange(path: path, old: nil, new: entry.isTree ? nil : entry).isForbidden {
      throw GitError(.forbiddenPath, path.description)
    }
    // What is not there need not be taken away.
    var removals: [(path: GitPath, entry: TreeEntry?)] = []
    for change in entries where change.entry == nil {
      if try entry(at: change.path, in: root) != nil { removals.append(change) }
    }
    let additions = entries.filter { $0.entry != nil }
    guard !removals.isEmpty, !additions.isEmpty else {
      return try updated(root.id, removals + additions)
    }
    // A file can only come where its folder was when that is gone, or the reverse.
    return try updated(updated(root.id, removals), additions)
  }

  private func updated(
    _ root: ObjectID,
    _ changes: [(path: GitPath, entry: TreeEntry?)]
  ) throws(GitError) -> ObjectID {
    let tree = try tree(root)
    return try ObjectID { id in
      unsafe withCStrings(changes.map(\.path)) { paths in
        let updates = unsafe zip(paths, changes).map { unsafe git_tree_update($0, $1.entry) }
        return unsafe git_tree_create_updated(
          &id,
          handle.pointer,
          tree.pointer,
          updates.count,
          updates
        )
      }
    }
  }

  func emptyRoot() throws(GitError) -> TreeEntry {
    TreeEntry(root: try ObjectID { unsafe git_odb_hash(&$0, nil, 0, GIT_OBJECT_TREE) })
  }

  /// Writes a commit, without moving any branch to it.
  public func writeCommit(
    tree: ObjectID,
    parents: [ObjectID],
    author: Signature,
    committer: Signature,
    message: String
  ) throws(GitError) -> ObjectID {
    var tree = tree.raw
    let text = message.hasSuffix("\n") ? message : message + "\n"
    let commit = try ObjectID { id in
      unsafe withPointers(to: parents.map(\.raw)) { parents in
        unsafe author.withRaw { author in
          unsafe committer.withRaw { committer in
            unsafe git_commit_create_from_ids(
              &id,
              handle.pointer,
              nil,
              author,
              committer,
              nil,
              text,
              &tree,
              parents.count,
              parents.baseAddress
            )
          }
        }
      }
    }
    try checkIsThere(commit)
    return commit
  }

  /// Sees that a commit was written: libgit2 1.5 says so when it was not, as on a full disk.
  private func checkIsThere(_ commit: ObjectID) throws(GitError) {
    let words = unsafe git_error_last().map { unsafe String(cString: $0.pointee.message) }
    guard try hasCommit(commit) else {
      throw GitError(.other, words ?? "the commit could not be written")
    }
  }
}

extension git_tree_update {
  fileprivate init(_ path: UnsafePointer<CChar>, _ entry: TreeEntry?) {
    unsafe self.init(
      action: entry == nil ? GIT_TREE_UPDATE_REMOVE : GIT_TREE_UPDATE_UPSERT,
      id: entry?.id.raw ?? git_oid(),
      filemode: git_filemode_t(entry.map { TreeEntry.canonical($0.mode) } ?? TreeEntry.plainFile),
      path: path
    )
  }
}

/// Lends an array of pointers, one to each of the elements.
private func withPointers<Element, Value>(
  to elements: [Element],
  _ body: (UnsafeMutableBufferPointer<UnsafePointer<Element>?>) -> Value
) -> Value {
  unsafe elements.withUnsafeBufferPointer { buffer in
    var pointers = unsafe buffer.indices.map { index in
      unsafe buffer.baseAddress.map { unsafe $0 + index }
    }
    return unsafe pointers.withUnsafeMutableBufferPointer { unsafe body($0) }
  }
}
