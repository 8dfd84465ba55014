internal import CLibgit2

/// A git repository with a work tree.
public struct Repository: ~Copyable {
  let handle: Handle<RepositoryObject>

  /// Opens the repository whose work tree is this folder; folders above it are not searched.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/repository/git_repository_open_ext.html>.
  public init(at path: String) throws(GitError) {
    try Library.start()
    handle = unsafe try Handle {
      unsafe git_repository_open_ext(&$0, path, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    }
  }

  /// Makes a repository in this folder, on the branch `main`, without templates.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/repository/git_repository_init_ext.html>.
  public init(creatingAt path: String) throws(GitError) {
    try Library.start()
    handle = unsafe try Handle { made in
      var options = unsafe git_repository_init_options()
      let version = UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)
      let code = unsafe git_repository_init_options_init(&options, version)
      guard code == 0 else { return code }
      unsafe options.flags = GIT_REPOSITORY_INIT_MKPATH.rawValue
      return unsafe "main".withCString { branch in
        unsafe options.initial_head = branch
        return unsafe git_repository_init_ext(&made, path, &options)
      }
    }
  }

  /// git's folder, absolute, without a slash at its end.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/repository/git_repository_path.html>.
  public var gitDirectory: String {
    unsafe Repository.path(git_repository_path(handle.pointer))
  }

  /// Where branches and objects are: git's folder of the main work tree.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/repository/git_repository_commondir.html>.
  public var commonDirectory: String {
    unsafe Repository.path(git_repository_commondir(handle.pointer))
  }

  private static func path(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    let path = unsafe String(cString: text)
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// What git is in the middle of; nil when of nothing.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/repository/git_repository_state.html>.
  public var operation: String? {
    switch git_repository_state_t(UInt32(unsafe git_repository_state(handle.pointer))) {
    case GIT_REPOSITORY_STATE_NONE: nil
    case GIT_REPOSITORY_STATE_MERGE: "merge"
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: "revert"
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: "cherry-pick"
    case GIT_REPOSITORY_STATE_BISECT: "bisect"
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX: "am"
    default: "rebase"
    }
  }

  /// Who git's configuration says commits here; nil when it does not.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/config/git_config_get_string.html>.
  public func identity() throws(GitError) -> (name: String, email: String)? {
    let config = unsafe try Handle<ConfigObject> {
      unsafe git_repository_config_snapshot(&$0, handle.pointer)
    }
    func value(_ key: String) -> String? {
      var text: UnsafePointer<CChar>?
      guard unsafe git_config_get_string(&text, config.pointer, key) == 0, let text = unsafe text
      else { return nil }
      return unsafe String(cString: text)
    }
    guard let name = value("user.name"), let email = value("user.email") else { return nil }
    return (name, email)
  }
}

// MARK: Head

/// Where HEAD points.
public enum Head: Hashable, Sendable {
  /// At a branch, a full name, without a commit yet.
  case unborn(branch: String)
  /// At a branch, a full name, and its commit.
  case branch(String, ObjectID)
  /// At a commit without a branch.
  case detached

  /// The branch, a full name.
  public var branch: String? {
    switch self {
    case .branch(let branch, _), .unborn(let branch): branch
    case .detached: nil
    }
  }

  /// The commit of a branch.
  public var commit: ObjectID? {
    switch self {
    case .branch(_, let commit): commit
    case .unborn, .detached: nil
    }
  }
}

extension Repository {
  /// Where HEAD points.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/refs/git_reference_symbolic_target.html>.
  public func head() throws(GitError) -> Head {
    let head = unsafe try Handle<ReferenceObject> {
      unsafe git_reference_lookup(&$0, handle.pointer, "HEAD")
    }
    guard let target = unsafe git_reference_symbolic_target(head.pointer) else { return .detached }
    let branch = unsafe String(cString: target)
    var id = git_oid()
    do {
      try check(unsafe git_reference_name_to_id(&id, handle.pointer, branch))
    } catch  where error.kind == .notFound {
      return .unborn(branch: branch)
    }
    return .branch(branch, ObjectID(id))
  }

  /// Moves a branch from one commit to another, if it still is at the first; from nil means that
  /// there must be no such branch.
  ///
  /// - Throws: A ``GitError`` of kind `modified` when the branch is elsewhere, `locked` when
  ///   another program is moving it.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/refs/git_reference_create_matching.html>.
  public func move(
    _ branch: String,
    from old: ObjectID?,
    to new: ObjectID,
    reflog message: String
  ) throws(GitError) {
    var target = new.raw
    // An id of zeros stands for "not there".
    var current = old?.raw ?? git_oid()
    _ = unsafe try Handle<ReferenceObject> {
      unsafe git_reference_create_matching(
        &$0,
        handle.pointer,
        branch,
        &target,
        old == nil ? 0 : 1,
        &current,
        message
      )
    }
  }
}
