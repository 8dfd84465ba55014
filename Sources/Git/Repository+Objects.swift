internal import CLibgit2

extension Repository {
  /// Writes a blob; it reaches the disk when the file system is synchronized.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/blob/git_blob_create_from_buffer.html>.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    var id = git_oid()
    let code = unsafe bytes.withUnsafeBytes {
      unsafe git_blob_create_from_buffer(&id, handle.pointer, $0.baseAddress, $0.count)
    }
    try check(code)
    return ObjectID(id)
  }

  /// The id that a blob of these bytes has.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/odb/git_odb_hash.html>.
  public func hash(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    var id = git_oid()
    let code = unsafe bytes.withUnsafeBytes {
      unsafe git_odb_hash(&id, $0.baseAddress, $0.count, GIT_OBJECT_BLOB)
    }
    try check(code)
    return ObjectID(id)
  }

  /// The bytes of a blob.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/blob/git_blob_rawcontent.html>.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    var raw = id.raw
    let blob = unsafe try Handle<BlobObject> { unsafe git_blob_lookup(&$0, handle.pointer, &raw) }
    let size = Int(unsafe git_blob_rawsize(blob.pointer))
    guard size > 0, let content = unsafe git_blob_rawcontent(blob.pointer) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: content, count: size))
  }

  /// Writes the tree of a commit with other blobs at some paths.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/tree/git_tree_create_updated.html>.
  public func writeTree(
    of commit: ObjectID?,
    setting blobs: [(path: String, blob: ObjectID)]
  ) throws(GitError) -> ObjectID {
    guard let commit else { return unsafe try writeTree(over: nil, setting: blobs) }
    var raw = try tree(of: commit).raw
    let base = unsafe try Handle<TreeObject> { unsafe git_tree_lookup(&$0, handle.pointer, &raw) }
    return try unsafe writeTree(over: base.pointer, setting: blobs)
  }

  private func writeTree(
    over base: OpaquePointer?,
    setting blobs: [(path: String, blob: ObjectID)]
  ) throws(GitError) -> ObjectID {
    let paths = unsafe blobs.map { unsafe Repository.copy($0.path) }
    defer { unsafe paths.forEach { unsafe $0.deallocate() } }
    let updates = unsafe zip(blobs, paths).map { blob, path in
      unsafe git_tree_update(
        action: GIT_TREE_UPDATE_UPSERT,
        id: blob.blob.raw,
        filemode: GIT_FILEMODE_BLOB,
        path: path
      )
    }
    var id = git_oid()
    try check(
      unsafe git_tree_create_updated(&id, handle.pointer, base, updates.count, updates)
    )
    return ObjectID(id)
  }

  /// A C string that lives until it is deallocated.
  private static func copy(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
    return unsafe UnsafePointer(copy)
  }

  /// Writes a commit that no branch points to yet.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/commit/git_commit_create_from_ids.html>.
  public func writeCommit(
    tree: ObjectID,
    parents: [ObjectID],
    author: Signature,
    committer: Signature,
    message: String
  ) throws(GitError) -> ObjectID {
    var id = git_oid()
    var tree = tree.raw
    let raw = parents.map(\.raw)
    let code = unsafe author.lend { author in
      unsafe committer.lend { committer in
        unsafe raw.withUnsafeBufferPointer { buffer in
          var pointers = unsafe buffer.indices.map { index -> UnsafePointer<git_oid>? in
            unsafe buffer.baseAddress.map { unsafe $0 + index }
          }
          return unsafe pointers.withUnsafeMutableBufferPointer { parents in
            unsafe git_commit_create_from_ids(
              &id,
              handle.pointer,
              nil,
              author,
              committer,
              "UTF-8",
              message,
              &tree,
              raw.count,
              parents.baseAddress
            )
          }
        }
      }
    }
    try check(code)
    return ObjectID(id)
  }

  /// The tree of a commit.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/commit/git_commit_tree_id.html>.
  public func tree(of commit: ObjectID) throws(GitError) -> ObjectID {
    var raw = commit.raw
    let commit = unsafe try Handle<CommitObject> {
      unsafe git_commit_lookup(&$0, handle.pointer, &raw)
    }
    guard let id = unsafe git_commit_tree_id(commit.pointer) else {
      preconditionFailure("a commit has a tree")
    }
    return unsafe ObjectID(unsafe id)
  }

  /// What stands at a path of a tree; nil when nothing does.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/tree/git_tree_entry_byname.html>.
  func entry(of path: some Collection<Substring>, in tree: ObjectID) throws(GitError) -> ObjectID? {
    guard let name = path.first else { return tree }
    var raw = tree.raw
    let found: ObjectID?
    do {
      let tree = unsafe try Handle<TreeObject> { unsafe git_tree_lookup(&$0, handle.pointer, &raw) }
      let entry = unsafe git_tree_entry_byname(tree.pointer, String(name))
      found = unsafe entry.flatMap { unsafe git_tree_entry_id($0) }.map {
        unsafe ObjectID(unsafe $0)
      }
    }
    guard let found else { return nil }
    return try entry(of: path.dropFirst(), in: found)
  }

  /// The bytes of a file of a commit; nil when the commit has no such file.
  public func file(_ path: String, of commit: ObjectID) throws(GitError) -> [UInt8]? {
    guard let id = try entry(of: path.split(separator: "/"), in: try tree(of: commit)) else {
      return nil
    }
    return try blob(id)
  }
}
