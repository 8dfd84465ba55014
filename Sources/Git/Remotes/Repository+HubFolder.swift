internal import Posix

extension Repository {
  /// Where a branch of a repository of this machine is, by its HEAD and the branch's file, or what it has packed,
  /// alone; nil where that is unusual, or a synchroniser's copy of the file lies beside.
  ///
  /// Anybody may have made it; git, which is asked otherwise, has a time limit, and says what is wrong.
  static func glance(at branch: String, in place: String) throws(GitError) -> ObjectID? {
    let folder = WorkTree.gitDirectory(of: place) ?? place
    let (hub, beside) = (System(root: folder), GitPath(branch).foldersAbove.first?.text ?? "")
    guard FileStatus(behind: folder)?.isOwn == true, try hasNoPipe(folder),
      !hub.exists("commondir"), hub.exists("objects"),
      try hub.text(of: "HEAD")?.hasPrefix("ref: refs/heads/") == true,
      try !hub.names(in: beside).contains(where: {
        ReferenceName.isCopy("\(beside)/\($0.name)", of: branch)
      })
    else { return nil }
    if let kind = try hub.anyStatus(of: branch)?.kind {
      let text = kind == .file ? try hub.text(of: branch) : nil
      return text.flatMap { ObjectID(hex: String($0.prefix { !$0.isNewline })) }
    }
    let packed = try hub.end(of: "packed-refs", bytes: 1 << 20) ?? []
    let line = packed.split(separator: 0x0A).first { $0.dropFirst(41).elementsEqual(branch.utf8) }
    return line.flatMap { ObjectID(digits: $0.prefix(40)) }
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
}
