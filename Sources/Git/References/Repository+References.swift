internal import CLibgit2
internal import Posix

/// What is checked out; branches by their full names, as `refs/heads/main`.
public enum Head: Hashable, Sendable {
  case unborn(branch: String)
  case branch(String, ObjectID)
  /// A commit that no branch names.
  case detached(ObjectID)

  public var branch: String? {
    switch self {
    case .unborn(let branch), .branch(let branch, _): branch
    case .detached: nil
    }
  }

  public var commit: ObjectID? {
    switch self {
    case .unborn: nil
    case .branch(_, let commit), .detached(let commit): commit
    }
  }
}

extension Repository {
  public func head() throws(GitError) -> Head {
    // git follows a symbolic link to a branch, too: git-config(1), core.preferSymlinkRefs.
    if let target = Disk(root: gitDirectory).linkTarget(of: "HEAD"),
      let branch = String(validating: target, as: UTF8.self), branch.hasPrefix("refs/heads/")
    {
      return try head(at: branch)
    }
    let head = try Handle<ReferenceKind> {
      unsafe git_reference_lookup(&$0, handle.pointer, "HEAD")
    }
    if let id = unsafe git_reference_target(head.pointer) {
      return .detached(ObjectID(unsafe id.pointee))
    }
    guard let target = unsafe git_reference_symbolic_target(head.pointer) else {
      preconditionFailure("a reference is an id or a name")
    }
    return try self.head(at: unsafe String(cString: target))
  }

  private func head(at name: String) throws(GitError) -> Head {
    let branch = try target(of: name)
    guard let commit = try tip(of: branch) else { return .unborn(branch: branch) }
    return .branch(branch, commit)
  }

  /// Where a name leads in the end, which may be another's alias.
  ///
  /// Source: git's refs.h, SYMREF_MAXDEPTH.
  private func target(of name: String) throws(GitError) -> String {
    var name = name
    for _ in 0..<5 {
      let reference = try unlessMissing { () throws(GitError) in
        try Handle<ReferenceKind> { unsafe git_reference_lookup(&$0, handle.pointer, name) }
      }
      guard let reference,
        let target = unsafe git_reference_symbolic_target(reference.pointer)
      else { break }
      name = unsafe String(cString: target)
    }
    return name
  }

  /// Lets HEAD stand for a branch, by its full name, which need not have a commit yet.
  ///
  /// No work file changes, nor the index.
  public func setHead(to branch: String) throws(GitError) {
    try check(unsafe git_repository_set_head(handle.pointer, branch))
  }

  /// The newest commit of a branch, by its full name, or nil when there is no such branch.
  public func tip(of branch: String) throws(GitError) -> ObjectID? {
    try unlessMissing { () throws(GitError) in
      try ObjectID {
        unsafe git_reference_name_to_id(&$0, handle.pointer, branch)
      }
    }
  }

  /// Moves a branch, by its full name, from one commit to another, or makes it when `old` is nil.
  ///
  /// - Throws: `.modified` when it is no longer at `old`, `.locked` when another process is moving it.
  public func move(
    _ branch: String,
    from old: ObjectID?,
    to new: ObjectID,
    reflog message: String
  ) throws(GitError) {
    do {
      try whileFoldersVanish { () throws(GitError) in
        try set(branch, from: old, to: new, reflog: message)
      }
    } catch {
      throw error.whileMoving
    }
    // A new one libgit2 puts in place as a second name of its lock, and does not see when the first
    // cannot be removed, which would keep everybody out.
    let file = "\(commonDirectory)/\(branch)"
    if try disk.isSameFile(file, file + ".lock") { try disk.remove(file + ".lock") }
  }

  private func set(
    _ branch: String,
    from old: ObjectID?,
    to new: ObjectID,
    reflog message: String
  ) throws(GitError) {
    var expected = (old ?? ObjectID.none).raw
    var id = new.raw
    _ = try Handle<ReferenceKind> {
      unsafe git_reference_create_matching(
        &$0,
        handle.pointer,
        branch,
        &id,
        1,
        &expected,
        message
      )
    }
  }
}

extension Repository {
  /// Removes a reference that is still where it was seen.
  ///
  /// - Throws: `.modified` when it is not, or no longer there; `.locked` while another process moves
  ///   it.
  public func delete(_ name: GitPath, at old: ObjectID) throws(GitError) {
    do throws(GitError) {
      let reference = try Handle<ReferenceKind> {
        unsafe git_reference_lookup(&$0, handle.pointer, name.cString)
      }
      guard let target = unsafe git_reference_target(reference.pointer),
        ObjectID(unsafe target.pointee) == old
      else { throw GitError(.modified, "\(name) has moved") }
      try whileFoldersVanish { () throws(GitError) in
        _ = try check(unsafe git_reference_delete(reference.pointer))
      }
    } catch {
      throw error.whileMoving
    }
  }

  /// The references whose names match a pattern, as `refs/heads/*`, ascending by their bytes.
  ///
  /// A `*` matches slashes too. References that only name another are left out.
  public func references(
    matching pattern: String
  ) throws(GitError) -> [(name: GitPath, id: ObjectID)] {
    let iterator = try Handle<IteratorKind> {
      unsafe git_reference_iterator_glob_new(&$0, handle.pointer, pattern)
    }
    var found: [(name: GitPath, id: ObjectID)] = []
    while let reference = try next(iterator) {
      guard let id = unsafe git_reference_target(reference.pointer) else { continue }
      let name = unsafe GitPath(git_reference_name(reference.pointer))
      found.append((name, ObjectID(unsafe id.pointee)))
    }
    return found.sorted { $0.name < $1.name }
  }

  private func next(
    _ iterator: borrowing Handle<IteratorKind>
  ) throws(GitError) -> Handle<ReferenceKind>? {
    var made: OpaquePointer?
    let status = unsafe git_reference_next(&made, iterator.pointer)
    guard status != GIT_ITEROVER.rawValue else { return nil }
    return try Handle { pointer in
      unsafe pointer = made
      return status
    }
  }
}

extension ObjectID {
  /// No object: as the expected place of a reference, that there must be no such reference.
  fileprivate static let none = ObjectID(git_oid())
}
