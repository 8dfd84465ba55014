// Git is libgit2 made safe: values in, values out.
//
// Architecture invariants: no C object leaves this module; each has one owner; libgit2 is loaded
// when a repository is first opened or made, and never before.

internal import CLibgit2

/// Why libgit2 could not.
public struct GitError: Error, Hashable, Sendable {
  /// What kind of failure it is.
  public let kind: Kind
  /// libgit2's own words.
  public let message: String

  /// The kinds of failure that are told apart.
  public enum Kind: Hashable, Sendable {
    /// libgit2 is not installed, or not the version this program was made for.
    case libraryMissing
    /// There is no such object, reference or repository.
    case notFound
    /// It is there already.
    case exists
    /// Another program holds the lock at this path.
    case locked
    /// What was to be changed is no longer what it was.
    case modified
    /// The repository belongs to somebody else, and is not named in `safe.directory`.
    case foreignOwner
    /// Anything else.
    case other
  }

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The failure of the call that just returned this code; libgit2's last error is cleared.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/errors/git_error_last.html>.
  init(code: Int32) {
    let message =
      unsafe git_error_last().map { unsafe String(cString: $0.pointee.message) } ?? "error \(code)"
    git_error_clear()
    // libgit2 1.5 reports a foreign owner as a missing setting.
    if message.contains("safe.directory") || code == GIT_EOWNER.rawValue {
      self.init(.foreignOwner, message)
      return
    }
    switch git_error_code(code) {
    case GIT_ENOTFOUND: self.init(.notFound, message)
    case GIT_EEXISTS: self.init(.exists, message)
    case GIT_ELOCKED: self.init(.locked, message)
    case GIT_EMODIFIED: self.init(.modified, message)
    default: self.init(.other, message)
    }
  }
}

/// The one door for status codes: anything below zero is an error.
func check(_ code: Int32) throws(GitError) {
  guard code >= 0 else { throw GitError(code: code) }
}

/// libgit2, loaded and started.
enum Library {
  /// Loads and starts libgit2; once is enough, more is harmless.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/global/git_libgit2_init.html>.
  static func start(named name: String = "libgit2.so.\(LIBGIT2_SOVERSION)") throws(GitError) {
    if let reason = unsafe clibgit2_load(name) {
      throw GitError(.libraryMissing, unsafe String(cString: reason))
    }
    try check(git_libgit2_init())
  }
}
