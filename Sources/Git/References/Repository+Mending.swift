public import GitFormats
internal import Posix

extension Repository {
  /// Which of git's own files hold nothing that can be read, as a crash leaves them: `HEAD`, references
  /// and the index.
  ///
  /// - Returns: their paths in git's folder, ascending.
  /// - Throws: when the system does not let one be read, which says nothing about it.
  public func damagedFiles() throws(GitError) -> [String] {
    var damaged = try damagedReferences(below: "refs")
    if try Reference(at: gitDirectory + "/HEAD") == .unreadable { damaged.append("HEAD") }
    if try isIndexDamaged() { damaged.append("index") }
    return damaged.sorted()
  }

  /// Writes `HEAD` and the references again that cannot be read.
  ///
  /// A reference goes where its log says that it was last, or where a remote has a branch of its name.
  /// What only remembers what is elsewhere is removed when nothing is known.
  ///
  /// - Throws: when that cannot be written.
  public func mendReferences() throws(GitError) {
    for name in try damagedReferences(below: "refs") {
      if let id = try lastKnown(of: name) {
        try replace("\(commonDirectory)/\(name)", with: "\(id.hex)\n")
      } else if ["refs/remotes/", "refs/habit/"].contains(where: name.hasPrefix) {
        try System.remove("\(commonDirectory)/\(name)")
      }
    }
    if try Reference(at: gitDirectory + "/HEAD") == .unreadable, let branch = try likelyBranch() {
      try replace(gitDirectory + "/HEAD", with: "ref: \(branch)\n")
    }
    try System.synchronize(commonDirectory)
  }

  private func damagedReferences(below folder: String) throws(GitError) -> [String] {
    var damaged: [String] = []
    for name in try System.names(in: "\(commonDirectory)/\(folder)")
    where !name.hasSuffix(".lock") {
      let path = "\(folder)/\(name)"
      guard let status = try System.status(of: "\(commonDirectory)/\(path)") else { continue }
      if status.kind == .directory {
        damaged += try damagedReferences(below: path)
      } else if try Reference(at: "\(commonDirectory)/\(path)") == .unreadable {
        damaged.append(path)
      }
    }
    return damaged
  }

  /// Where a reference was last, as far as that is here.
  private func lastKnown(of name: String) throws(GitError) -> ObjectID? {
    let log = try System.end(of: "\(commonDirectory)/logs/\(name)", bytes: 4_096) ?? []
    for line in log.split(separator: UInt8(ascii: "\n")).reversed() {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      if words.count > 1, let id = ObjectID(hex: String(words[1])), try hasCommit(id) { return id }
    }
    guard name.hasPrefix("refs/heads/") else { return nil }
    for remote in try System.names(in: commonDirectory + "/refs/remotes") {
      let path = "\(commonDirectory)/refs/remotes/\(remote)/\(name.dropFirst(11))"
      if case .id(let id) = try Reference(at: path), try hasCommit(id) { return id }
    }
    return nil
  }

  /// The only branch, or the one that is called as the first one usually is.
  private func likelyBranch() throws(GitError) -> String? {
    let names = try references(matching: "refs/heads/*").compactMap(\.name.text)
    return names.count == 1
      ? names[0] : ["refs/heads/main", "refs/heads/master"].first(where: names.contains)
  }

  /// Where a branch was before, by its log, the newest first.
  public func formerCommits(of branch: String) throws(GitError) -> [ObjectID] {
    let log = try System.end(of: "\(commonDirectory)/logs/\(branch)", bytes: 16_777_216) ?? []
    return log.split(separator: UInt8(ascii: "\n")).reversed().compactMap { line in
      ObjectID(hex: String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
    }
  }

  private func replace(_ path: String, with text: String) throws(GitError) {
    // Beside it, git would take it for a reference.
    let draft = commonDirectory + "/habit/reference"
    try System.makeDirectory(commonDirectory + "/habit")
    try System.write(text.utf8, to: draft)
    try System.synchronizeFile(draft)
    try System.rename(draft, to: path)
  }
}

/// The contents of a reference's file.
private enum Reference: Equatable {
  case id(ObjectID)
  case link
  case unreadable

  /// - Throws: when the system does not let it be read; where there is no file, it is unreadable.
  init(at path: String) throws(GitError) {
    guard try System.status(of: path)?.kind != .symbolicLink else {
      // As git made all links once: git-config(1), core.preferSymlinkRefs.
      self = .link
      return
    }
    let text = try System.read(path) ?? ""
    let word = text.prefix { !$0.isNewline }
    if let id = ObjectID(hex: String(word)) {
      self = .id(id)
    } else {
      // One that is cut off leads elsewhere; git ends it with a line feed.
      self = word.hasPrefix("ref: refs/") && word.count < text.count ? .link : .unreadable
    }
  }
}
