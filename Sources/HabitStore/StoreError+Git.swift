internal import Git
internal import HabitFiles
internal import Posix

extension StoreError {
  /// Whatever failed in a repository, in words for the user.
  public init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as GitError: self.init(error)
    case let error as SystemError: self = .system(error)
    case let error as FileProblems: self = .problems(error.problems)
    case FileLockError.held: self = .crowded
    case FileLockError.system(let error): self = .system(error)
    default: self = .unexpected("\(error)")
    }
  }

  private init(_ error: GitError) {
    switch error.kind {
    case .foreignOwner: self = .foreignOwner(root: error.namedPath ?? error.message)
    case .locked: self = .locked(path: error.message)
    case .forbiddenPath: self = .forbidden(path: error.message)
    case .remote(.forbidden): self = .denied(message: error.message)
    case .unsupported:
      self = .unsupported(message: error.description, hint: error.remedy ?? "habit help sync")
    case .notFound, .notARepository, .exists, .modified, .remote, .other:
      // What the system says of a full disk has no path with it.
      let place = error.isOfSystem && !error.message.contains("/") ? ".git: " : ""
      self = .git(
        message: place + error.description,
        hint: error.isOfDamage && !error.isOfMoment ? StoreError.damageHint : nil
      )
    }
  }

  private static let damageHint =
    "habit check --fix gets it again, or git fsck at the remote says what is damaged there"
}

extension GitError {
  /// The first path in quotes, as libgit2 names a repository.
  fileprivate var namedPath: String? {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[1].hasPrefix("/") else { return nil }
    let hasSlash = parts[1].count > 1 && parts[1].hasSuffix("/")
    return String(hasSlash ? parts[1].dropLast() : parts[1])
  }

  /// Whether an object is missing, or it or a file of git's own cannot be read.
  ///
  /// Source: our own words, and those of libgit2 1.5, by trying.
  fileprivate var isOfDamage: Bool {
    let words = [
      "loose object", "no match for id", "packfile", "pack file", "inflate", "corrupt",
      "is damaged", "data in index", "read index", "Is a directory",
    ]
    return words.contains { message.contains($0) }
  }
}
