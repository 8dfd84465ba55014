internal import CLibgit2
public import Posix

extension Repository {
  /// The contents of a file of a commit, or nil when it has no regular file there.
  public func file(_ path: GitPath, of commit: ObjectID) throws(GitError) -> [UInt8]? {
    guard let entry = try entry(at: path, in: root(of: commit)), entry.isFile else { return nil }
    return try blob(entry.id)
  }

  /// The largest blob that is read, in bytes.
  ///
  /// Source: habit-format(5), LIMITS.
  static var largestBlob: Int { 16 * 1024 * 1024 }

  /// The bytes of a blob, or throws `.notFound`, or that it is larger than anything we read.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    guard try !isLarge(id) else {
      let words = "has more than \(Repository.largestBlob >> 20) MiB"
      throw GitError(.other, "the file \(id.hex) of the history \(words)")
    }
    var id = id.raw
    let blob = try Handle<BlobKind> { unsafe git_blob_lookup(&$0, handle.pointer, &id) }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: git_blob_rawcontent(blob.pointer),
      count: Int(git_blob_rawsize(blob.pointer))
    )
    return unsafe Array(bytes)
  }

  public func hasBlob(of bytes: [UInt8]) throws(GitError) -> Bool {
    let id = try hash(bytes)
    return try unlessMissing { () throws(GitError) in try size(of: id) } != nil
  }

  /// Whether a blob is larger than anything we read; that is known without reading it.
  public func isLarge(_ id: ObjectID) throws(GitError) -> Bool {
    try size(of: id) > Repository.largestBlob
  }

  public func size(of id: ObjectID) throws(GitError) -> Int { try handle.database().size(of: id) }

  /// Writes a blob of any size into a new file, which takes git: libgit2 reads it into memory.
  ///
  /// - Throws: `.programMissing`; when git fails, or the file cannot be written.
  public func writeLarge(
    _ id: ObjectID,
    to path: String,
    with rights: FileRights
  ) throws(GitError) {
    let git = Subprocess(
      ["git", "--git-dir", gitDirectory, "cat-file", "blob", id.hex],
      environment: ["PATH": World.variable("PATH") ?? "/usr/bin:/bin"],
      folder: "/"
    )
    let status = try disk.create(path, with: rights) { (write) throws(GitError) in
      try git.run(as: .session, within: Subprocess.Limit(idleSeconds: 60)) {
        (stream, bytes) throws(GitError) in
        if stream == .output { try write(bytes) }
      }
    }
    guard status == 0 else {
      throw GitError(.other, "git cannot read the object \(id.hex)")
    }
  }
}

extension Handle<DatabaseKind> {
  borrowing func size(of id: ObjectID) throws(GitError) -> Int {
    var (id, size, kind) = (id.raw, 0, GIT_OBJECT_ANY)
    try check(unsafe git_odb_read_header(&size, &kind, pointer, &id))
    return size
  }
}
