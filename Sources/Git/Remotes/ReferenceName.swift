/// The names that git lets a reference have.
public enum ReferenceName {
  private static let refused = Set(#" ~^:?*[\"#.utf8)

  /// Whether a full name, as `refs/heads/main`, is one that git would make a file for.
  ///
  /// Source: git-check-ref-format(1).
  public static func isValid(_ name: String) -> Bool {
    // By bytes: a character may be one of these and what belongs to it.
    let bytes = Array(name.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return bytes.starts(with: "refs/".utf8) && parts.allSatisfy(isPart) && bytes.last != 0x2E
      && !bytes.contains("..".utf8) && !bytes.contains("@{".utf8)
      && !bytes.contains { $0 < 0x20 || $0 == 0x7F || refused.contains($0) }
  }

  /// Whether a name is that of a synchroniser's copy of a branch's file, as `main.sync-conflict-20260301` or
  /// `main (conflicted copy)`: the branch's with more, either behind a dot or none that git takes.
  ///
  /// As with files, older versions and those that are being written are no copies.
  public static func isCopy(_ name: String, of branch: String) -> Bool {
    guard name.hasPrefix(branch), let mark = name.utf8.dropFirst(branch.utf8.count).first,
      ![".lock", ".bak", ".old", ".orig"].contains(where: name.hasSuffix)
    else { return false }
    return mark == UInt8(ascii: ".") || mark != UInt8(ascii: "/") && !isValid(name)
  }

  private static func isPart(_ part: ArraySlice<UInt8>) -> Bool {
    !part.isEmpty && part.first != 0x2E && !part.suffix(5).elementsEqual(".lock".utf8)
  }
}
