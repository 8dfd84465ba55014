internal import CLibgit2

/// What a commit has under a path that is no directory: contents, and what kind of file they are.
public struct FileVersion: Hashable, Sendable {
  /// The contents; of another repository its commit.
  public let blob: ObjectID

  /// The mode, as `0o100644`.
  public let mode: UInt32

  /// Whether it is a regular file: neither a symbolic link nor another repository.
  public var isFile: Bool { TreeEntry(id: blob, mode: mode).isFile }

  /// A version of these contents.
  public init(_ blob: ObjectID, mode: UInt32 = FileVersion.plain) {
    self.blob = blob
    self.mode = mode
  }

  /// The mode of a file that is not executable.
  public static let plain: UInt32 = 0o100644
}

extension Repository {
  /// What differs between two commits at `path` and below, ascending by the bytes of the paths.
  ///
  /// It looks only into directories that differ. Names that are no UTF-8 are left out.
  ///
  /// - Parameters:
  ///   - old: a commit, or nil for nothing at all.
  ///   - new: another one.
  ///   - path: a file or a directory; empty for everything.
  /// - Returns: each path that is no directory, with what is there in both.
  /// - Throws: when the repository is damaged.
  public func differences(
    from old: ObjectID?,
    to new: ObjectID?,
    at path: String = ""
  ) throws(GitError) -> [(path: String, old: FileVersion?, new: FileVersion?)] {
    let before = try place(path, of: old)
    let after = try place(path, of: new)
    return try changes(from: before, to: after, at: path).map { change in
      (
        change.path,
        change.old.map { FileVersion($0.id, mode: $0.mode) },
        change.new.map { FileVersion($0.id, mode: $0.mode) }
      )
    }
  }

  private func place(_ path: String, of commit: ObjectID?) throws(GitError) -> TreeEntry? {
    guard let commit else { return nil }
    return try entry(at: path, in: root(of: commit))
  }

  /// Writes the tree of a commit with some files changed, and the trees that lead to them.
  ///
  /// Everything else stays as it is, even what could not be written here.
  ///
  /// - Parameters:
  ///   - base: the commit to begin with, or nil to begin with nothing.
  ///   - changes: what shall be where; nil where nothing shall be. The blobs exist.
  /// - Returns: the id of the new tree.
  /// - Throws: when a directory is in the place of a file, or the reverse, or a path leads out.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/tree/git_tree_create_updated.html>
  public func writeTree(
    of base: ObjectID?,
    changing changes: [(path: String, version: FileVersion?)]
  ) throws(GitError) -> ObjectID {
    let root = if let base { try root(of: base) } else { try emptyRoot() }
    var updates: [(path: String, version: FileVersion?)] = []
    for change in changes {
      // What is not there cannot be removed.
      let old = change.version == nil ? try entry(at: change.path, in: root) : nil
      if old != nil || change.version != nil { updates.append(change) }
    }
    let tree = try tree(root.id)
    return try ObjectID { id in
      unsafe withCStrings(updates.map(\.path)) { paths in
        let updates = unsafe zip(paths, updates).map { unsafe git_tree_update($0, $1.version) }
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
}

extension git_tree_update {
  fileprivate init(_ path: UnsafePointer<CChar>, _ version: FileVersion?) {
    unsafe self.init(
      action: version == nil ? GIT_TREE_UPDATE_REMOVE : GIT_TREE_UPDATE_UPSERT,
      id: version?.blob.raw ?? git_oid(),
      filemode: git_filemode_t(version?.mode ?? 0),
      path: path
    )
  }
}
