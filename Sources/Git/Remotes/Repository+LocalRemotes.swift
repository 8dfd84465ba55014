public import GitFormats
internal import Posix

extension Repository {
  /// A path as git understands it: from the top of the work tree.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(workDirectory ?? gitDirectory)/\(path)"
  }

  /// Where what is pushed to a remote goes, when that is one directory of this machine.
  public func directory(of remote: Remote) throws(GitError) -> String? {
    guard remote.pushAddresses.count == 1 else { return nil }
    return try directory(at: remote.pushAddress)
  }

  /// The directory of this machine that a URL means, if it means one; a bundle is a file, which only
  /// git reads.
  func directory(at address: RemoteAddress) throws(GitError) -> String? {
    guard case .local(let path) = address.kind else { return nil }
    return try isBundle(address) ? nil : absolute(path)
  }

  /// Whether a URL means a bundle: a file with a history in it.
  ///
  /// Source: gitformat-bundle(5).
  public func isBundle(_ address: RemoteAddress) throws(GitError) -> Bool {
    guard case .local(let path) = address.kind, System.isFile(absolute(path)) else { return false }
    let start = try System.read(absolute(path)) ?? ""
    return start.hasPrefix("# v2 git bundle\n") || start.hasPrefix("# v3 git bundle\n")
  }
}

extension GitError {
  /// The same failure, met while opening a remote that is a directory of this machine.
  var whileOpeningRemote: GitError {
    switch kind {
    case .notARepository: GitError(.notFound as RemoteFailure, message)
    case .foreignOwner: GitError(.forbidden as RemoteFailure, message)
    case .unsupported(UnsupportedFeature.sha256): GitError(.otherObjectFormat, message)
    default: self
    }
  }
}
