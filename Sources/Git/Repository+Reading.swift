internal import CLibgit2

extension Repository {
  /// The contents of a file of a commit, or nil when it has no regular file there.
  public func file(_ path: String, of commit: ObjectID) throws(GitError) -> [UInt8]? {
    guard let entry = try entry(at: path, in: root(of: commit)), entry.isFile else { return nil }
    return try blob(entry.id)
  }

  /// The bytes of a blob.
  ///
  /// - Throws: `.notFound` when there is no such blob.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/blob/git_blob_rawcontent.html>
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    var id = id.raw
    let blob = try Handle<BlobKind> { unsafe git_blob_lookup(&$0, handle.pointer, &id) }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: git_blob_rawcontent(blob.pointer),
      count: Int(git_blob_rawsize(blob.pointer))
    )
    return unsafe Array(bytes)
  }

  /// The regular files of a commit at `path` and below, ascending by the bytes of their paths.
  ///
  /// An empty path means all of them. Symbolic links, other repositories and names that are no
  /// UTF-8 are left out.
  public func files(
    under path: String,
    of commit: ObjectID
  ) throws(GitError) -> [(path: String, blob: ObjectID)] {
    let place = try entry(at: path, in: root(of: commit))
    return try changes(from: nil, to: place, at: path).compactMap { change in
      guard let entry = change.new, entry.isFile else { return nil }
      return (change.path, entry.id)
    }
  }
}
