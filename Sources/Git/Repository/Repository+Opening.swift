internal import CLibgit2
internal import Posix

extension Repository {
  /// Opens the repository of a path, as git would.
  static func open(_ path: String) throws(GitError) -> Handle<RepositoryKind> {
    try Libgit2.load()
    let isOwn = disk.exists(path + "/.git") || disk.exists(path + "/HEAD")
    let directory = isOwn ? nil : WorkTree.namedDirectory(of: path)
    let opened: Handle<RepositoryKind>
    do {
      opened = try Repository.openTrusting(directory ?? path)
    } catch {
      throw error.whileOpening(directory ?? path)
    }
    guard unsafe String(validatingCString: git_repository_path(opened.pointer)) != nil else {
      throw encodingError(of: path)
    }
    if directory != nil { try check(unsafe git_repository_set_workdir(opened.pointer, path, 0)) }
    return opened
  }

  /// Checks that a path, with its links resolved, is UTF-8.
  static func checkEncoding(of path: String) throws(GitError) {
    guard let bytes = try disk.resolved(path), String(validating: bytes, as: UTF8.self) == nil
    else { return }
    throw encodingError(of: path)
  }

  private static func encodingError(of path: String) -> GitError {
    GitError(
      .unsupported(feature: UnsupportedFeature.encoding),
      "the folder that \(path) leads to is not named in UTF-8"
    )
  }

  /// Opens what libgit2 refuses and git does not: another user's repository that the user's
  /// configuration trusts, and one that says that its names are SHA-1.
  private static func openTrusting(_ path: String) throws(GitError) -> Handle<RepositoryKind> {
    do {
      return try openExactly(path)
    } catch {
      if error.whileOpening(path).kind == .foreignOwner, isTrusted(path) {
        try check(clibgit2_set_owner_validation(0))
        defer { clibgit2_set_owner_validation(1) }
        return try openExactly(path)
      }
      guard error.message.contains("extensions.objectformat") else { throw error }
      clibgit2_accept_object_format(1)
      defer { clibgit2_accept_object_format(0) }
      let opened = try openExactly(path)
      guard try opened.setting("extensions.objectformat") == "sha1" else { throw error }
      return opened
    }
  }

  /// Whether the user's git takes another user's repository for one that they trust.
  ///
  /// Source: git-config(1), safe.directory.
  private static func isTrusted(_ path: String) -> Bool {
    let own = World.variables.filter { !["GIT_DIR", "GIT_WORK_TREE"].contains($0.key) }
    let git = Subprocess(["git", "rev-parse", "--git-dir"], environment: own, folder: path)
    let limit = Subprocess.Limit(idleSeconds: 10)
    return (try? git.run(as: .session, within: limit) { _, _ throws(GitError) in }) == 0
  }

  private static func openExactly(_ path: String) throws(GitError) -> Handle<RepositoryKind> {
    let opened = try Handle<RepositoryKind> {
      unsafe git_repository_open_ext(&$0, path, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    }
    try Libgit2.addSystemFile(
      to: Handle<ConfigurationKind> { unsafe git_repository_config(&$0, opened.pointer) }
    )
    return opened
  }
}

extension Handle<RepositoryKind> {
  borrowing func setting(_ key: String) throws(GitError) -> String? {
    let configuration = try Handle<ConfigurationKind> {
      unsafe git_repository_config_snapshot(&$0, pointer)
    }
    return try configuration.text(of: key)
  }
}
