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
  /// configuration trusts, and one with extensions that change nothing here.
  private static func openTrusting(_ path: String) throws(GitError) -> Handle<RepositoryKind> {
    do {
      return try openExactly(path)
    } catch {
      if error.whileOpening(path).kind == .foreignOwner, isTrusted(path) {
        try check(clibgit2_set_owner_validation(0))
        defer { clibgit2_set_owner_validation(1) }
        return try openExactly(path)
      }
      guard error.message.contains("unsupported extension name") else { throw error }
      try check(clibgit2_accept_extensions(1))
      defer { clibgit2_accept_extensions(0) }
      let opened = try openExactly(path)
      for (key, value, feature) in [
        ("extensions.objectformat", "sha1", UnsupportedFeature.sha256),
        ("extensions.refstorage", "files", UnsupportedFeature.referenceStorage),
      ] {
        let said = try opened.setting(key)?.lowercased() ?? value
        if said != value { throw GitError(.unsupported(feature: feature), "\(key) is \(said)") }
      }
      return opened
    }
  }

  /// Whether the user's git takes another user's repository for one that they trust.
  ///
  /// Source: git-config(1), safe.directory.
  private static func isTrusted(_ path: String) -> Bool {
    let own = World.variables.filter { !["GIT_DIR", "GIT_WORK_TREE"].contains($0.key) }
    let command = ["git", "-c", "safe.bareRepository=all", "rev-parse", "--git-dir"]
    let git = Subprocess(command, environment: own, folder: path)
    let limit = Subprocess.Limit(idleSeconds: 10)
    return (try? git.run(as: .session, within: limit) { _, _ throws(GitError) in }) == 0
  }

  private static func openExactly(_ path: String) throws(GitError) -> Handle<RepositoryKind> {
    let opened = try Handle<RepositoryKind> {
      unsafe git_repository_open_ext(&$0, path, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    }
    let settings = try Handle<ConfigurationKind> {
      unsafe git_repository_config(&$0, opened.pointer)
    }
    try Libgit2.addSystemFile(to: settings)
    try addWorktreeFile(of: opened, to: settings)
    return opened
  }

  /// Adds the settings of one work tree alone, which libgit2 does not know.
  ///
  /// Source: git-worktree(1), CONFIGURATION FILE.
  private static func addWorktreeFile(
    of opened: borrowing Handle<RepositoryKind>,
    to settings: borrowing Handle<ConfigurationKind>
  ) throws(GitError) {
    guard let folder = unsafe git_repository_path(opened.pointer) else { return }
    let file = unsafe String(cString: folder) + "config.worktree"
    guard disk.exists(file) else { return }
    let setting = try opened.setting("extensions.worktreeconfig")?.lowercased()
    guard ["true", "yes", "on", "1"].contains(setting) else { return }
    try check(
      unsafe git_config_add_file_ondisk(settings.pointer, file, GIT_CONFIG_LEVEL_APP, nil, 0)
    )
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
