public enum BranchName {
  private static let folder = "refs/heads/"
  private static let refused = Set("\u{7F}~^:?*[\\".unicodeScalars)

  /// Whether git would make a branch of this short name.
  ///
  /// Source: git-check-ref-format(1).
  public static func isValid(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") }
      && !name.hasPrefix("-") && !name.hasSuffix(".") && name != "@" && name != "HEAD"
      && !name.contains("..") && !name.contains("@{")
      && !name.unicodeScalars.contains { $0.value <= 0x20 || refused.contains($0) }
  }

  /// `refs/heads/main` of `main`.
  static func full(_ name: String) -> String { folder + name }

  /// `main` of `refs/heads/main`.
  static func short(_ name: String) -> String {
    name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
  }
}

extension String {
  /// The short name of a branch: `main` of `refs/heads/main`.
  var branchName: String { BranchName.short(self) }
}
