internal import GitFormats
internal import Posix

/// References and their log, read as files without libgit2, whose start takes as long as all that a
/// command which only shows does.
///
/// What cannot be told is nil, as references in another storage, or in the common folder of a linked
/// work tree.
///
/// Source: gitrepository-layout(5), git-pack-refs(1).
public struct ReferenceFiles {
  private let disk: Disk

  /// The references in a folder of git's.
  public init(in directory: String) {
    disk = Disk(root: directory)
  }

  /// The branch that is checked out, by its full name.
  public var branch: String? {
    guard let head = text(of: "HEAD"), head.hasPrefix("ref: refs/heads/") else { return nil }
    return name(String(head.dropFirst(5).prefix { !$0.isNewline }))
  }

  /// The only remote, or `origin` among several.
  public var remote: String? {
    let header = "[remote \""
    let names = (text(of: "config") ?? "").split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix(header) else { return nil }
      return name(String(line.dropFirst(header.count).prefix { $0 != "\"" }))
    }
    return names.count > 1 ? names.first { $0 == "origin" } : names.first
  }

  /// The commit of a reference; nil when neither its own file nor that of packed ones has it.
  public func tip(of reference: String) -> Substring? {
    if let own = text(of: reference) { return own.prefix(40) }
    let packed = text(of: "packed-refs")?.split(separator: "\n").first {
      $0.hasSuffix(" " + reference)
    }
    return packed?.prefix(40)
  }

  /// How many steps led from one of some commits to another; nil when the end of the branch's log does
  /// not tell.
  public func steps(of branch: String, from sent: [Substring], to tip: Substring) -> Int? {
    let log = disk.tail(of: "logs/" + branch, atMost: ReferenceFiles.longestLog) ?? []
    var expected = tip
    var count = 0
    for line in String(decoding: log, as: UTF8.self).split(separator: "\n").reversed() {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[1] == expected else { return nil }
      expected = words[0]
      count += 1
      if sent.contains(expected) { return count }
    }
    return nil
  }

  /// The end of a log that is looked at, in bytes: some hundred commits.
  private static let longestLog = 1 << 16

  /// The longest other file that is looked at, in bytes.
  private static let longest = 1 << 24

  private func text(of path: String) -> String? {
    (try? disk.read(path, atMost: ReferenceFiles.longest))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// A name that leads to no other folder.
  private func name(_ text: String) -> String? { TreeChange.isForbidden(text) ? nil : text }
}
