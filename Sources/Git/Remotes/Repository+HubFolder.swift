internal import Posix

extension Repository {
  /// Whether a directory of this machine has nothing at which libgit2 would wait or turn in a circle, being a
  /// repository: no pipe, and branches that are files with the name of a commit.
  ///
  /// Anybody may have made it; git, which is asked otherwise, has a time limit, and says what is wrong.
  static func isPlain(_ place: String) throws(GitError) -> Bool {
    let folder = WorkTree.gitDirectory(of: place) ?? place
    guard try hasNoPipe(folder) else { return false }
    let hub = System(root: folder)
    var pending = ["refs/heads"]
    var count = 0
    while let folder = pending.popLast() {
      for (name, kind) in try hub.names(in: folder) {
        let path = "\(folder)/\(name)"
        count += 1
        guard count <= mostReferences, path.utf8.count <= longestReference else { return false }
        switch kind {
        case .directory: pending.append(path)
        case .file:
          let text = try hub.text(of: path) ?? ""
          guard ObjectID(hex: String(text.prefix { !$0.isNewline })) != nil else { return false }
        case .symbolicLink, .other: return false
        }
      }
    }
    return true
  }

  /// Whether what is read in a git folder, beside its references, is files.
  static func hasNoPipe(_ folder: String) throws(GitError) -> Bool {
    let hub = System(root: folder)
    let files = [
      "HEAD", "config", "packed-refs", "objects/info/alternates", "shallow", "commondir",
    ]
    for path in files where ![.file, nil].contains(try hub.anyStatus(of: path)?.kind) {
      return false
    }
    return try hub.names(in: "objects/pack").allSatisfy { $0.kind == .file }
  }

  /// The file of a branch in a repository of this machine that names neither a commit nor another branch;
  /// nil where it is sound or missing.
  ///
  /// git shows such a branch to nobody, and lets nobody push to it.
  public static func damagedFile(of branch: String, at place: String) -> String? {
    let path = "\(WorkTree.gitDirectory(of: place) ?? place)/\(branch)"
    guard FileStatus(ofFileAt: path) != nil, let text = try? disk.text(of: path) else { return nil }
    let line = text.prefix { !$0.isNewline }
    // Names by SHA-256 are another matter.
    let isName = [40, 64].contains(line.count) && line.allSatisfy(\.isHexDigit)
    let isSound = line.hasPrefix("ref: ") ? line.dropFirst("ref: ".count) != branch : isName
    return isSound ? nil : path
  }

  private static let mostReferences = 10_000
  private static let longestReference = 1_000
}
