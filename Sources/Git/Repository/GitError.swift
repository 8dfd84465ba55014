internal import CLibgit2
public import Posix

/// Why git work could not be done: a kind to act on, and libgit2's own words.
public struct GitError: Error, Hashable, Sendable {
  /// What a caller can act on.
  public enum Kind: Hashable, Sendable {
    case notFound
    /// There is no repository exactly at this path.
    case notARepository
    /// The repository belongs to another user, and `safe.directory` does not allow it.
    case foreignOwner
    /// Another process holds a lock file: wait and try again.
    case locked
    /// It was changed since it was read: read it and try again.
    case modified
    case exists
    case unsupported(feature: String)
    /// A tree would have an entry that git does not write; the words are its path.
    case forbiddenPath
    case remote(RemoteFailure)
    case other
  }

  public let kind: Kind

  /// libgit2's words, or the system's.
  public let message: String

  /// The part of libgit2 that failed, or 0.
  let area: Int

  init(_ kind: Kind, _ message: String, area: Int = 0) {
    self.kind = kind
    self.message = message
    self.area = area
  }
}

extension GitError: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .unsupported(let feature): "the repository uses \(feature): \(message)"
    case .foreignOwner: "the repository belongs to another user: \(message)"
    case .notFound, .notARepository, .locked, .modified, .exists, .forbiddenPath, .remote, .other:
      message
    }
  }
}

extension GitError {
  /// The same failure, met while opening a repository, where "not found" has other meanings.
  ///
  /// libgit2 1.5 reports another user's repository as `safe.directory` not being found.
  func whileOpening(_ path: String) -> GitError {
    guard kind == .notFound else { return self }
    guard message.contains("safe.directory") else { return GitError(.notARepository, message) }
    return GitError(.foreignOwner, "'\(path)'")
  }

  public var isOfSystem: Bool { area == Int(GIT_ERROR_OS.rawValue) }

  /// Whether it tells of memory, descriptors, rights, a disk or a network: of this moment, and nothing of
  /// what was to be read.
  ///
  /// libgit2 calls locked what it may not open.
  public var isOfMoment: Bool {
    isOfSystem || kind == .locked
      || [GIT_ERROR_NOMEMORY, GIT_ERROR_THREAD].contains { area == Int($0.rawValue) }
  }

  /// How to do without what the repository uses, where libgit2 cannot read it.
  public var remedy: String? {
    guard case .unsupported(let feature) = kind else { return nil }
    return UnsupportedFeature.remedies[feature]
  }

  /// Whether the folder was gone in which an object or a reference was to be put.
  ///
  /// Source: the words of libgit2 1.5, by trying.
  fileprivate var isOfVanishedFolder: Bool {
    let isOfObject = message.contains("failed to rename lockfile") && message.contains("/objects/")
    return (isOfObject || message.contains("/refs/"))
      && message.hasSuffix("No such file or directory")
  }

  /// The same failure, met while moving a reference, where being there or not means "it moved".
  var whileMoving: GitError {
    kind == .exists || kind == .notFound ? GitError(.modified, message) : self
  }
}

extension GitError.Kind {
  init(status: Int32, message: String) {
    switch git_error_code(status) {
    case GIT_ENOTFOUND: self = .notFound
    case GIT_EEXISTS: self = .exists
    case GIT_ELOCKED: self = .locked
    case GIT_EMODIFIED: self = .modified
    case GIT_EOWNER: self = .foreignOwner
    default:
      // Its code is the general one.
      let feature = GitError.Kind.refusals.first { message.contains($0.text) }?.feature
      self = feature.map { .unsupported(feature: $0) } ?? .other
    }
  }

  /// Special texts first: the last ones are parts of them.
  private static let refusals: [(text: String, feature: String)] = [
    ("unknown object format", UnsupportedFeature.sha256),
    ("unsupported extension name", UnsupportedFeature.extension),
    ("unsupported repository version", UnsupportedFeature.version),
    ("mandatory extension: 'link'", UnsupportedFeature.splitIndex),
    ("mandatory extension: 'sdir'", UnsupportedFeature.sparseIndex),
    ("unsupported mandatory extension", UnsupportedFeature.indexExtension),
    ("checksum does not match", UnsupportedFeature.indexChecksum),
  ]
}

/// The one door for status codes: passes a success on, and throws a failure with libgit2's words.
///
/// The words are kept per thread and stay there, so they are read at once and then cleared.
@discardableResult
func check(_ status: Int32) throws(GitError) -> Int32 {
  guard status < 0 else { return status }
  let last = unsafe git_error_last()
  let words = unsafe last.map { unsafe String(cString: $0.pointee.message) }
  let area = unsafe last.map { Int(unsafe $0.pointee.klass) } ?? 0
  git_error_clear()
  let message = words ?? "libgit2 failed with code \(status)"
  throw GitError(GitError.Kind(status: status, message: message), message, area: area)
}

/// What `body` returns, or nil when it says that there is no such thing.
func unlessMissing<Found: ~Copyable>(
  _ body: () throws(GitError) -> Found
) throws(GitError) -> Found? {
  do {
    return try body()
  } catch {
    guard error.kind == .notFound else { throw error }
    return nil
  }
}

/// Whether there is what a call was about, by its status.
func isFound(_ status: Int32) throws(GitError) -> Bool {
  try unlessMissing { () throws(GitError) in try check(status) } != nil
}

/// Does what takes one of git's locks, waiting for another program until the timeout.
public func unlessLocked<Value: ~Copyable>(
  until timeout: Timeout,
  pausing seconds: Double = 0.003,
  _ body: () throws -> Value
) throws -> Value {
  while true {
    do {
      return try body()
    } catch {
      guard (error as? GitError)?.kind == .locked, timeout.hasTimeLeft else { throw error }
      timeout.pause(seconds: seconds)
    }
  }
}

/// What `body` returns, which is tried again when git removes a folder that it has emptied between
/// libgit2's making it and its putting something there.
///
/// git: refs/files-backend.c, `raceproof_create_file`.
func whileFoldersVanish<Value>(_ body: () throws(GitError) -> Value) throws(GitError) -> Value {
  for _ in 0..<20 {
    do throws(GitError) {
      return try body()
    } catch  where error.isOfVanishedFolder {
      continue
    }
  }
  return try body()
}
