internal import Git

public enum BranchName {
  fileprivate static let folder = "refs/heads/"

  /// Whether git would make a branch of this short name.
  ///
  /// Source: git-check-ref-format(1).
  public static func isValid(_ name: String) -> Bool {
    !name.hasPrefix("-") && !["@", "HEAD"].contains(name) && ReferenceName.isValid(full(name))
  }

  /// `refs/heads/main` of `main`.
  static func full(_ name: String) -> String { folder + name }
}

extension String {
  /// The short name of a branch: `main` of `refs/heads/main`.
  var branchName: String {
    hasPrefix(BranchName.folder) ? String(dropFirst(BranchName.folder.count)) : self
  }
}
