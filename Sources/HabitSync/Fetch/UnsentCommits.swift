internal import Git
internal import HabitCore
public import HabitStore
internal import Posix

/// The commits of a clone that wait to be sent, told from git's small files alone.
///
/// It costs no start of git's library, so that a command that only shows can tell it. Where these files
/// do not tell, nothing is claimed; ``SyncStatus`` knows.
public struct UnsentCommits: Hashable, Sendable {
  /// The remote that a sync would send them to.
  public let remote: String
  /// How many they are; nil when nothing was ever sent.
  public let count: Int?

  /// The commits that wait to be sent; nil when none does, or when it cannot be told.
  public init?(of location: Location) {
    guard let directory = location.gitDirectory else { return nil }
    let files = ReferenceFiles(disk: Disk(root: directory))
    guard let branch = files.branch, let ours = files.tip(of: branch), let remote = files.remote
    else { return nil }
    self.remote = remote
    let name = branch.branchName
    let published =
      files.tip(of: PublishedReference(of: remote, branch).name)
      ?? files.tip(of: PublishedReference.legacy(remote))
    let sent = [published, files.tip(of: "refs/remotes/\(remote)/\(name)")].compactMap(\.self)
    guard !sent.isEmpty else {
      count = nil
      return
    }
    guard !sent.contains(ours), let count = files.steps(of: branch, from: sent, to: ours) else {
      return nil
    }
    self.count = count
  }
}

/// References and their log, as files.
private struct ReferenceFiles {
  let disk: Disk

  /// The branch that is checked out, by its full name.
  var branch: String? {
    guard let head = text(of: "HEAD"), head.hasPrefix("ref: refs/heads/") else { return nil }
    return name(String(head.dropFirst(5)).trimmed)
  }

  /// The only remote, or `origin` among several.
  var remote: String? {
    let header = "[remote \""
    let names = (text(of: "config") ?? "").split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix(header) else { return nil }
      return name(String(line.dropFirst(header.count).prefix { $0 != "\"" }))
    }
    return names.count > 1 ? names.first { $0 == "origin" } : names.first
  }

  /// The commit of a reference; nil when neither its own file nor that of packed ones has it.
  func tip(of reference: String) -> Substring? {
    if let own = text(of: reference) { return own.prefix(40) }
    let packed = text(of: "packed-refs")?.split(separator: "\n").first {
      $0.hasSuffix(" " + reference)
    }
    return packed?.prefix(40)
  }

  /// How many steps led from one of some commits to another; nil when the end of the branch's log does
  /// not tell.
  func steps(of branch: String, from sent: [Substring], to tip: Substring) -> Int? {
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

  private func text(of path: String) -> String? {
    disk.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A name that leads to no other folder.
  private func name(_ text: String) -> String? { TreeChange.isForbidden(text) ? nil : text }
}
