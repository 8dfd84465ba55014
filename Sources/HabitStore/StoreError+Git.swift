public import Git

extension StoreError {
  /// A failure of git, told for people.
  init(_ error: GitError, in location: Location) {
    self.init(error, root: location.root)
  }

  /// A failure of git in a folder, told for people.
  public init(_ error: GitError, root: String) {
    switch error.kind {
    case .libraryMissing: self = .libraryMissing(message: error.message)
    case .foreignOwner: self = .foreignOwner(root: root)
    case .locked: self = .locked(path: error.message)
    case .notFound, .notARepository, .exists, .modified, .unsupported, .remote, .other:
      self = .git(message: error.description, hint: nil)
    }
  }
}
