internal import CLibgit2

public enum ReferenceName {
  /// Whether a full name, as `refs/heads/main`, is one that git would make a file for.
  ///
  /// Source: git-check-ref-format(1).
  public static func isValid(_ name: String) -> Bool {
    // By bytes: a character may be one of these and what belongs to it. libgit2 takes DEL, and reads up to
    // a zero.
    let bytes = name.utf8
    guard bytes.starts(with: "refs/".utf8), !bytes.contains(where: { $0 == 0 || $0 == 0x7F }) else {
      return false
    }
    var isValid: Int32 = 0
    guard (try? Libgit2.load()) != nil else { return false }
    return unsafe git_reference_name_is_valid(&isValid, name) == 0 && isValid == 1
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
}
