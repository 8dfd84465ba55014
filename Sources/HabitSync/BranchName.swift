extension String {
  /// The short name of a branch: `main` of `refs/heads/main`.
  var branchName: String {
    let prefix = "refs/heads/"
    return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
