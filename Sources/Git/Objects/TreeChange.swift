/// What differs between two trees at one path that is not a directory.
public struct TreeChange: Hashable, Sendable {
  public let path: GitPath
  public let old: TreeEntry?
  public let new: TreeEntry?

  public init(path: GitPath, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

extension TreeChange {
  /// Whether git would take neither the path nor what comes there, on some system.
  ///
  /// A path may lead out of the work tree or into git's own folder, and a mode may be none of git's.
  ///
  /// Source: git's `verify_path`, `is_ntfs_dotgit` and `is_hfs_dotgit`.
  public var isForbidden: Bool {
    path.isForbidden || !(new?.hasKnownMode ?? true)
  }

  /// The folder at the root that can be kept as it is with something forbidden in it; nil where there is
  /// none.
  public var carrier: GitPath? {
    let names = path.names
    return names.count > 1 && !names[0].isForbidden ? names[0] : nil
  }

  /// What it changes in the work tree, where nothing forbidden ever is; nil when it changes nothing.
  public var inWorkTree: TreeChange? {
    let known = [old, new].map { $0.flatMap { $0.hasKnownMode ? $0 : nil } }
    let isSeen = !path.isForbidden && (known[0] != nil || known[1] != nil)
    return isSeen ? TreeChange(path: path, old: known[0], new: known[1]) : nil
  }

  public static func isForbidden(_ path: String) -> Bool { GitPath(path).isForbidden }
}

extension TreeEntry {
  /// Whether it is of a kind that git writes, with whatever rights.
  fileprivate var hasKnownMode: Bool { isFile || isLink || isSubmodule }
}

extension GitPath {
  /// Whether a part of the path is not a name, or is git's folder to a file system that takes a
  /// backslash for a slash, cuts names short, or does not see some characters.
  fileprivate var isForbidden: Bool {
    // The system would read a path up to a zero byte alone.
    bytes.contains(0)
      || bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).contains {
        part in
        // No byte that is no text makes a name one of these.
        let name = String(decoding: part, as: UTF8.self)
        return ["", ".", ".."].contains(name)
          || name.unicodeScalars.split(separator: "\\").contains { isGit(Substring($0)) }
      }
  }

  private func isGit(_ name: Substring) -> Bool {
    var seen = name.lowercased().unicodeScalars.filter { !$0.isUnseen }
    if let colon = seen.firstIndex(of: ":") { seen.removeSubrange(colon...) }
    while seen.last == " " || seen.last == "." { seen.removeLast() }
    return [".git", "git~1"].contains(String(seen))
  }
}

extension Unicode.Scalar {
  /// Whether HFS+ passes over the character in a name.
  fileprivate var isUnseen: Bool {
    switch value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
