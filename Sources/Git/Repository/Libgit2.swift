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

/// The library itself: loaded and started at most once in a process, when it is first needed.
public enum Libgit2 {
  /// What a package manager calls the library this program was built for, as `libgit2-1.5`.
  public static var package: String { "libgit2-\(LIBGIT2_SOVERSION)" }

  /// The file name the dynamic linker looks for.
  public static var fileName: String { "libgit2.so.\(LIBGIT2_SOVERSION)" }

  private static let loaded = Result { () throws(GitError) in try load(fileName) }

  /// Loads and starts the library, or says again why that did not work.
  ///
  /// Opening or creating a repository does this by itself.
  public static func load() throws(GitError) {
    try loaded.get()
  }

  /// Loads and starts the library from a file of this name.
  ///
  /// - Throws: `.libraryMissing` when there is none, or one of another version.
  public static func load(_ fileName: String) throws(GitError) {
    if let reason = unsafe clibgit2_load(fileName) {
      throw GitError(.libraryMissing, unsafe String(cString: reason))
    }
    try check(git_libgit2_init())
    // The directory of a thousand users has 40 KB, as has a year of a habit; the one is asked for a
    // dozen times in a sync, and the other for each of the rules.
    for kind in [GIT_OBJECT_TREE, GIT_OBJECT_BLOB] {
      try check(clibgit2_set_cached_size(kind, 128 * 1024))
    }
    try check(clibgit2_set_cache(64 * 1024 * 1024))
  }
}
