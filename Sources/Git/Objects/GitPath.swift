/// A name in a tree, the index or a reference, or a path of several: bytes, which need be no text.
///
/// Two texts that look the same may be two names, as é and e with an accent behind it: so names are
/// compared as git does it, by their bytes, and never as `String`.
public struct GitPath: Hashable, Sendable {
  /// The bytes, with slashes between names.
  public let bytes: [UInt8]

  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  public init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  public static let root = GitPath("")

  /// The path as a text; nil when its bytes are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path as a work file has it; nil where a name is not UTF-8, or longer than file systems allow.
  ///
  /// The contents of such a path are carried from commit to commit, never written and never dropped.
  public var filePath: String? {
    let isShort = bytes.split(separator: GitPath.slash).allSatisfy {
      $0.count <= GitPath.longestName
    }
    return isShort ? text : nil
  }

  /// Source: readdir(3), `d_name`.
  private static let longestName = 255

  private static let slash = UInt8(ascii: "/")
}

// MARK: Parts

extension GitPath {
  public var names: [GitPath] {
    bytes.split(separator: GitPath.slash).map(GitPath.init(bytes:))
  }

  /// What follows the last slash; empty of a path that ends with one, as a crafted tree has it.
  public var name: GitPath {
    GitPath(bytes: bytes[(bytes.lastIndex(of: GitPath.slash).map { $0 + 1 } ?? 0)...])
  }

  /// The folders that the path is in, the innermost first, but for the root.
  public var foldersAbove: [GitPath] {
    bytes.indices.reversed().filter { bytes[$0] == GitPath.slash }
      .map { GitPath(bytes: bytes[..<$0]) }
  }

  /// What has this name in the folder of the path.
  public func appending(_ name: GitPath) -> GitPath {
    bytes.isEmpty ? name : GitPath(bytes: bytes + [GitPath.slash] + name.bytes)
  }

  public func moved(from start: String, to other: String) -> GitPath? {
    guard bytes.starts(with: start.utf8) else { return nil }
    return GitPath(bytes: Array(other.utf8) + bytes.dropFirst(start.utf8.count))
  }

  /// The path with more behind its last name, which is cut where it becomes too long for a file.
  public func suffixed(_ text: String) -> GitPath {
    let excess = name.bytes.count + text.utf8.count - GitPath.longestName
    guard excess > 0 else { return GitPath(bytes: bytes + text.utf8) }
    var kept = bytes.dropLast(excess)
    // Not within a character; bytes that are no text have none.
    if name.text != nil {
      while !kept.isEmpty, bytes[kept.endIndex] & 0xC0 == 0x80 { kept.removeLast() }
    }
    return GitPath(bytes: kept + text.utf8)
  }

  /// Whether the path is another one or below that; everything is below the root.
  public func isUnder(_ folder: GitPath) -> Bool {
    guard !folder.bytes.isEmpty, bytes.starts(with: folder.bytes) else {
      return folder.bytes.isEmpty
    }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == GitPath.slash
  }
}

extension GitPath: Comparable {
  public static func < (left: GitPath, right: GitPath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension GitPath: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension GitPath: CustomStringConvertible {
  /// The path as git shows it: what is no text in octal digits.
  public var description: String {
    if let text { return text }
    return bytes.map { byte in
      let digits = String(byte, radix: 8)
      let isPlain = (0x20..<0x7F).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "\\" + String(("00" + digits).suffix(3))
    }
    .joined()
  }
}
