public import Git

/// What a merge of trees reads and writes: a repository, or trees in memory.
public protocol TreeSource: ~Copyable {
  /// What differs between the files of two commits, ascending by the bytes of the paths.
  borrowing func changes(from old: ObjectID?, to new: ObjectID?) throws -> [TreeChange]
  /// What a commit has at a path, which may be a directory.
  borrowing func place(at path: GitPath, of commit: ObjectID) throws -> TreeEntry?
  /// What is at the root of a commit, by name.
  borrowing func rootEntries(of commit: ObjectID) throws -> [GitPath: TreeEntry]
  /// The names in a directory of a commit; none where there is no directory.
  borrowing func names(in path: GitPath, of commit: ObjectID) throws -> [GitPath]
  borrowing func isLarge(_ id: ObjectID) throws -> Bool
  borrowing func blob(_ id: ObjectID) throws -> [UInt8]
  /// The attribute `merge` of a path.
  borrowing func mergeAttribute(of path: GitPath) throws -> Repository.Attribute
  /// The three-way merge of texts; nil where both sides changed a line.
  borrowing func mergeTexts(
    _ ours: [UInt8],
    _ theirs: [UInt8],
    since base: [UInt8],
    keepingBoth: Bool
  ) throws -> [UInt8]?
  borrowing func writeBlob(_ bytes: [UInt8]) throws -> ObjectID
  /// Writes the tree of a commit with these entries put in its place, and nil taken away.
  borrowing func writeTree(
    of base: ObjectID?,
    setting entries: [(path: GitPath, entry: TreeEntry?)]
  ) throws -> ObjectID
}

extension TreeSource where Self: ~Copyable {
  /// What a commit has at a path that is not a directory; nil when it has nothing there.
  borrowing func entry(at path: GitPath, of commit: ObjectID) throws -> TreeEntry? {
    try place(at: path, of: commit).flatMap { $0.isTree ? nil : $0 }
  }
}

extension Repository: TreeSource {
  public func mergeAttribute(of path: GitPath) throws(GitError) -> Attribute {
    try attribute("merge", of: path)
  }
}
