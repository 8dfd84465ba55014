internal import CLibgit2
internal import Posix

public struct Identity: Hashable, Sendable {
  public let name: String
  public let email: String
}

extension Repository {
  /// The user whom git names as the author of a commit, or nil when a name or an address is missing.
  ///
  /// All of the user's files count: `~/.gitconfig`, `$XDG_CONFIG_HOME/git/config`, what they
  /// include, and the repository's own. Where variables or settings count that libgit2 does not know, git
  /// is asked.
  public func identity() throws(GitError) -> Identity? {
    let keys = "(user|author)\\.(name|email)|includeif\\.hasconfig:.*\\.path"
    let said = try settings(matching: "^(\(keys))$")
    func value(_ key: String) -> String { said.last { $0.key == key }?.value ?? "" }
    let isUsual = said.allSatisfy { $0.key.hasPrefix("user.") }
    let (name, email) = (value("user.name"), value("user.email"))
    let hasVariable = Repository.identityVariables.contains { World.variable($0)?.isEmpty == false }
    guard isUsual, !hasVariable, !email.isEmpty || World.variable("EMAIL") == nil else {
      return try identityByGit()
    }
    return name.isEmpty || email.isEmpty ? nil : Identity(name: name, email: email)
  }

  /// Source: git(1), ENVIRONMENT VARIABLES; git-config(1), `-c` and `GIT_CONFIG_COUNT`.
  private static let identityVariables = [
    "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
  ]

  /// What git says itself, when it is told by somebody and has not guessed it.
  private func identityByGit() throws(GitError) -> Identity? {
    let answer = try git(over: Network(environment: World.variables)).run(
      ["var", "GIT_AUTHOR_IDENT"],
      with: ["user.useConfigOnly=true"]
    )
    guard answer.status == 0, let line = answer.output.first else { return nil }
    let signature = Signature(line: Array(line.utf8)[...])
    return Identity(name: signature.name, email: signature.email)
  }

  /// The value of a setting, as `user.name`, from whichever file says it last; or nil.
  public func setting(_ key: String) throws(GitError) -> String? {
    try handle.setting(key)
  }

  /// The settings whose keys match, in the order in which git reads them; section and name are in
  /// lower case.
  func settings(matching pattern: String) throws(GitError) -> [(key: String, value: String)] {
    let configuration = try Handle<ConfigurationKind> {
      unsafe git_repository_config_snapshot(&$0, handle.pointer)
    }
    var iterator: OpaquePointer?
    try check(unsafe git_config_iterator_glob_new(&iterator, configuration.pointer, pattern))
    defer { unsafe git_config_iterator_free(iterator) }
    var settings: [(key: String, value: String)] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while true {
      let status = unsafe git_config_next(&entry, iterator)
      if status == GIT_ITEROVER.rawValue { return settings }
      try check(status)
      guard let entry = unsafe entry?.pointee else { return settings }
      let value = unsafe entry.value.map { unsafe String(cString: $0) } ?? "true"
      settings.append((unsafe String(cString: entry.name), value))
    }
  }

  /// Writes settings into the repository's own configuration, all of them or none.
  ///
  /// - Throws: `.locked` when another process is writing there.
  public func set(_ settings: [(key: String, value: String)]) throws(GitError) {
    try configuring { (copy) throws(GitError) in
      for (key, value) in settings {
        try check(unsafe git_config_set_string(copy.settings.pointer, key, value))
      }
    }
  }
}

extension Repository {
  /// Removes a setting from the repository's own configuration, all its values.
  func unset(_ key: String) throws(GitError) {
    try configuring { (copy) throws(GitError) in
      _ = try isFound(unsafe git_config_delete_multivar(copy.settings.pointer, key, ".*"))
    }
  }
}

/// A repository whose configuration is a copy that is being changed.
struct Reconfiguration: ~Copyable {
  let repository: Handle<RepositoryKind>
  let settings: Handle<ConfigurationKind>

  fileprivate init(of directory: String, in copy: String) throws(GitError) {
    let opened = try Handle<RepositoryKind> {
      unsafe git_repository_open_ext(&$0, directory, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    }
    let settings = try Handle<ConfigurationKind> { unsafe git_config_open_ondisk(&$0, copy) }
    try check(unsafe git_repository_set_config(opened.pointer, settings.pointer))
    self.repository = opened
    self.settings = settings
  }

  func text(of key: String) throws(GitError) -> String? {
    try Handle<ConfigurationKind> { unsafe git_config_snapshot(&$0, settings.pointer) }
      .text(of: key)
  }
}

extension Repository {
  private static let configurationSeconds = 5

  /// Changes a copy of the configuration, one process of ours after the other, and puts it in the
  /// place of the old one when it is on the disk: a crash leaves the one or the other.
  ///
  /// - Throws: `.locked` when others are at it for too long.
  func configuring(
    _ body: (borrowing Reconfiguration) throws(GitError) -> Void
  ) throws(GitError) {
    let turn = try takeConfigurationTurn()
    try replaceConfiguration(body)
    _ = consume turn
  }

  private func replaceConfiguration(
    _ body: (borrowing Reconfiguration) throws(GitError) -> Void
  ) throws(GitError) {
    let (path, lock) = try configuration()
    let copy = path + ".new"
    try lock.removeStale()
    try lock.take()
    defer { lock.release() }
    do {
      // libgit2 locks the copy in its turn, and who was killed has left that.
      try disk.remove(copy + ".lock")
      let status = try disk.copyContents(of: path, to: copy)
      try body(Reconfiguration(of: gitDirectory, in: copy))
      if let status {
        let isSecret = try disk.end(of: copy, bytes: 1 << 20).map(Reconfiguration.holdsPassword)
        try disk.restrict(copy, to: status.permissions & (isSecret == true ? 0o700 : 0o777))
      }
      try disk.synchronizeFile(copy)
      try disk.move(copy, to: path)
    } catch {
      try disk.remove(copy)
      throw error
    }
  }

  /// Removes the lock on the configuration that a crash of ours has left: git would wait for it.
  ///
  /// - Throws: `.locked` when others are at it for too long, or what keeps it from being removed.
  public func clearConfigurationLock() throws(GitError) {
    let (_, lock) = try configuration()
    guard try lock.isPresent() else { return }
    let turn = try takeConfigurationTurn()
    try lock.removeStale()
    _ = consume turn
  }

  /// The file of the configuration, and its lock; git, too, writes to where a link leads.
  private func configuration() throws(GitError) -> (path: String, lock: LockFile<GitError>) {
    let path = try Repository.target(of: commonDirectory + "/config")
    return (path, LockFile(path + ".lock", own: path + ".own"))
  }

  private func takeConfigurationTurn() throws(GitError) -> FileLock {
    try System(root: commonDirectory).makeDirectory("habit")
    let path = commonDirectory + "/habit/configuring"
    do {
      return try FileLock(path, timeoutSeconds: Repository.configurationSeconds)
    } catch {
      throw GitError(error, at: path)
    }
  }

  /// Where a symbolic link leads in the end; the path itself when it is not a link, or leads nowhere.
  static func target(of path: String) throws(GitError) -> String {
    try disk.resolved(path).map { String(decoding: $0, as: UTF8.self) } ?? path
  }
}

extension Handle<ConfigurationKind> {
  borrowing func text(of key: String) throws(GitError) -> String? {
    var value: UnsafePointer<CChar>?
    guard try isFound(unsafe git_config_get_string(&value, pointer, key)),
      let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }
}

extension Reconfiguration {
  /// Whether a configuration has a URL with a password, as `https://ann:secret@host/`.
  static func holdsPassword(_ bytes: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    return bytes.split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }).contains {
      word in
      guard let start = word.firstRange(of: "://".utf8)?.upperBound else { return false }
      let authority = word[start...].prefix { $0 != slash }
      guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return false }
      return authority[..<at].contains(UInt8(ascii: ":"))
    }
  }
}
