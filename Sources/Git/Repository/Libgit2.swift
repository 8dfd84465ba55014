// Git is a thin wrapper of libgit2, and of git(1) for all that goes over a network.
//
// Architecture invariants: of our modules it imports only Posix. Its public declarations give and take
// values, so no pointer of libgit2 outlives its repository; every pointer has one owner, a `Handle`;
// every status code goes through `check`. It runs no filter program, and no other program but `git`.
// Each function git_x of libgit2 is documented at https://libgit2.org/docs/reference/main/.
//
// Start with Repository; then Repository+References and Repository+Writing for a commit,
// Repository+Fetching and Repository+Pushing for a sync.

internal import CLibgit2
internal import Posix

/// The library itself, which is inside the program: started once in a process, when it is first needed.
public enum Libgit2 {
  private static let started = Result { () throws(GitError) in try start() }

  /// Starts the library, or says again why that did not work.
  ///
  /// Opening or creating a repository, or opening an index, does this by itself.
  static func load() throws(GitError) {
    try started.get()
  }

  private static func start() throws(GitError) {
    try check(git_libgit2_init())
    // The directory of a thousand users has 40 KB, as has a year of a habit; the one is asked for a
    // dozen times in a sync, and the other for each of the rules.
    for kind in [GIT_OBJECT_TREE, GIT_OBJECT_BLOB] {
      try check(clibgit2_set_cached_size(kind, 128 * 1024))
    }
    try check(clibgit2_set_cache(64 * 1024 * 1024))
    if leavesSystemFileOut || systemFile != nil { try check(unsafe clibgit2_set_system_folder("")) }
  }
}

extension Libgit2 {
  /// The libraries inside the program, each with its version.
  public static var versions: [String: String] {
    let names = ["libgit2", "pcre2", "zlib"]
    let text = unsafe String(cString: clibgit2_versions())
    return Dictionary(zip(names, text.split(separator: " ").map(String.init))) { first, _ in first }
  }
}

// MARK: The settings of the whole computer

extension Libgit2 {
  /// Whether they are left out, which libgit2 does not know.
  ///
  /// Source: git(1), `GIT_CONFIG_NOSYSTEM`.
  private static var leavesSystemFileOut: Bool {
    let value = World.variable("GIT_CONFIG_NOSYSTEM")?.lowercased()
    return ["1", "true", "yes", "on"].contains(value)
  }

  /// The file that is read in their place, which libgit2 does not know either.
  ///
  /// Source: git(1), `GIT_CONFIG_SYSTEM`.
  private static var systemFile: String? { World.variable("GIT_CONFIG_SYSTEM") }

  /// Adds the file that is read in their place to what was opened.
  static func addSystemFile(to settings: borrowing Handle<ConfigurationKind>) throws(GitError) {
    guard !leavesSystemFileOut, let systemFile, disk.exists(systemFile) else { return }
    let level = GIT_CONFIG_LEVEL_SYSTEM
    try check(unsafe git_config_add_file_ondisk(settings.pointer, systemFile, level, nil, 0))
  }
}
