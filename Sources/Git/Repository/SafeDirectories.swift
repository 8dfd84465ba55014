internal import CLibgit2
internal import Posix

/// The repositories of others that the user trusts, by `safe.directory`: the repository's own
/// configuration is not asked.
///
/// libgit2 1.5 knows neither `*` nor the environment.
///
/// Source: git-config(1), safe.directory and `GIT_CONFIG_COUNT`.
struct SafeDirectories {
  private var patterns: [String] = []

  init() throws(GitError) {
    let configuration = try Handle<ConfigurationKind> { unsafe git_config_open_default(&$0) }
    try Libgit2.addSystemFile(to: configuration)
    let snapshot = try Handle<ConfigurationKind> {
      unsafe git_config_snapshot(&$0, configuration.pointer)
    }
    for value in try snapshot.texts(of: "safe.directory") { add(value) }
    let count = WorkTree.variable("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0
    for number in 0..<max(0, count) {
      guard let key = WorkTree.variable("GIT_CONFIG_KEY_\(number)") else { break }
      if key.lowercased() == "safe.directory" {
        add(WorkTree.variable("GIT_CONFIG_VALUE_\(number)") ?? "")
      }
    }
  }

  /// An empty value forgets those before.
  private mutating func add(_ pattern: String) {
    if pattern.isEmpty { patterns = [] } else { patterns.append(pattern) }
  }

  /// Whether a repository is among them: by its path, by a folder above it with `/*`, or by `*`.
  func contain(_ path: String) throws(GitError) -> Bool {
    let names = [path, try Repository.target(of: path)].flatMap { [$0, $0 + "/.git"] }
    return patterns.contains { pattern in
      guard pattern != "*" else { return true }
      let home = WorkTree.variable("HOME") ?? ""
      let pattern = pattern.hasPrefix("~/") ? home + pattern.dropFirst() : pattern
      return names.contains { name in
        pattern.hasSuffix("/*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
      }
    }
  }
}

extension Handle<ConfigurationKind> {
  /// All values of a setting in a snapshot, in their order.
  fileprivate borrowing func texts(of key: String) throws(GitError) -> [String] {
    var iterator: OpaquePointer?
    let status = unsafe git_config_multivar_iterator_new(&iterator, pointer, key, nil)
    guard try unlessMissing({ () throws(GitError) in try check(status) }) != nil else { return [] }
    defer { unsafe git_config_iterator_free(iterator) }
    var texts: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while unsafe git_config_next(&entry, iterator) == 0, let found = unsafe entry {
      texts.append(unsafe String(cString: found.pointee.value))
    }
    return texts
  }
}
