internal import CLibgit2
internal import Glibc

/// The person that git's configuration names.
public struct Identity: Hashable, Sendable {
  /// What `user.name` says.
  public let name: String

  /// What `user.email` says.
  public let email: String

  /// This person.
  public init(name: String, email: String) {
    self.name = name
    self.email = email
  }
}

extension Repository {
  /// The person that git's configuration names, or nil when a name or an address is missing.
  ///
  /// All of the person's files count: `~/.gitconfig`, `$XDG_CONFIG_HOME/git/config`, what they
  /// include, and the repository's own. (`GIT_AUTHOR_NAME` and `GIT_CONFIG_GLOBAL` do not.)
  public func identity() throws(GitError) -> Identity? {
    guard let name = try setting("user.name"), let email = try setting("user.email"),
      !name.isEmpty, !email.isEmpty
    else { return nil }
    return Identity(name: name, email: email)
  }

  /// The value of a setting, as `user.name`, from whichever file says it last; or nil.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/config/git_config_get_string.html>
  public func setting(_ key: String) throws(GitError) -> String? {
    let configuration = try Handle<ConfigurationKind> {
      unsafe git_repository_config_snapshot(&$0, handle.pointer)
    }
    return try configuration.text(of: key)
  }

  /// The value of a setting in the repository's own configuration, or nil.
  public func ownSetting(_ key: String) throws(GitError) -> String? {
    let all = try Handle<ConfigurationKind> {
      unsafe git_repository_config(&$0, handle.pointer)
    }
    let own = try Handle<ConfigurationKind> {
      unsafe git_config_open_level(&$0, all.pointer, GIT_CONFIG_LEVEL_LOCAL)
    }
    let snapshot = try Handle<ConfigurationKind> {
      unsafe git_config_snapshot(&$0, own.pointer)
    }
    return try snapshot.text(of: key)
  }

  /// Whether the repository's configuration, or the person's, sets anything whose key matches.
  ///
  /// libgit2:
  /// <https://libgit2.org/docs/reference/main/config/git_config_iterator_glob_new.html>
  public func hasSettings(matching pattern: String) throws(GitError) -> Bool {
    let configuration = try Handle<ConfigurationKind> {
      unsafe git_repository_config_snapshot(&$0, handle.pointer)
    }
    var iterator: OpaquePointer?
    try check(unsafe git_config_iterator_glob_new(&iterator, configuration.pointer, pattern))
    defer { unsafe git_config_iterator_free(iterator) }
    var entry: UnsafeMutablePointer<git_config_entry>?
    let status = unsafe git_config_next(&entry, iterator)
    if status == GIT_ITEROVER.rawValue { return false }
    try check(status)
    return true
  }

  /// Writes a setting into the repository's own configuration.
  ///
  /// - Throws: `.locked` when somebody is writing there.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/config/git_config_set_string.html>
  public func set(_ key: String, to value: String) throws(GitError) {
    let all = try Handle<ConfigurationKind> {
      unsafe git_repository_config(&$0, handle.pointer)
    }
    let own = try Handle<ConfigurationKind> {
      unsafe git_config_open_level(&$0, all.pointer, GIT_CONFIG_LEVEL_LOCAL)
    }
    try configuring { () throws(GitError) in
      try check(unsafe git_config_set_string(own.pointer, key, value))
    }
  }
}

extension Repository {
  private static let patienceSeconds = 5
  private static let mostSecondsApart: Int32 = 2

  /// Does what writes the configuration, one process of ours after the other.
  ///
  /// One of us who is killed leaves git's lock behind and keeps everybody out. So there is a note as
  /// long as one is at it: where it is left, a lock that was made at the same time is ours.
  ///
  /// - Throws: `.locked` when others are at it for too long.
  @discardableResult
  func configuring<Value>(
    _ body: () throws(GitError) -> Value
  ) throws(GitError) -> Value {
    try System.makeDirectory(commonDirectory + "/habit")
    let note = commonDirectory + "/habit/configuring"
    let end = ContinuousClock.now + .seconds(Repository.patienceSeconds)
    guard let file = try System.lock(note, until: end) else { throw GitError(.locked, note) }
    defer { close(file) }
    if let left = FileStamp(ofFileAt: note), left.size > 0 {
      let lock = commonDirectory + "/config.lock"
      let made = FileStamp(ofFileAt: lock)?.modified.seconds ?? .min
      let ours = left.modified.seconds...(left.modified.seconds + Repository.mostSecondsApart)
      if ours.contains(made) { try System.remove(lock) }
    }
    try System.write("under way\n", to: note)
    defer { ftruncate(file, 0) }
    return try body()
  }
}

extension Handle<ConfigurationKind> {
  /// The value of a setting in a snapshot, or nil.
  fileprivate borrowing func text(of key: String) throws(GitError) -> String? {
    var value: UnsafePointer<CChar>?
    let status = unsafe git_config_get_string(&value, pointer, key)
    guard try unlessMissing({ () throws(GitError) in try check(status) }) != nil,
      let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }
}
