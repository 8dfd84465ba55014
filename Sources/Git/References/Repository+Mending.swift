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
  /// What only remembers what is elsewhere is removed when nothing is known; what git cannot take for a
  /// reference, as a copy that a synchroniser made, is moved away, since git fetches nothing beside it.
  ///
  /// - Parameter folder: Where files go that are moved away.
  /// - Throws: when that cannot be written.
  public func mendReferences(settingAsideIn folder: String) throws(GitError) {
    for name in try damagedReferences(below: "refs") {
      if !ReferenceName.isValid(name) {
        try System.makeDirectory(folder)
        let place = folder + "/" + name.replacing("/", with: "-")
        try System.rename("\(commonDirectory)/\(name)", to: place)
      } else if let id = try lastKnown(of: name) {
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
    where !name.hasSuffix(".lock") && !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let status = try System.status(of: "\(commonDirectory)/\(path)") else { continue }
      if status.kind == .directory {
        damaged += try damagedReferences(below: path)
      } else if !ReferenceName.isValid(path) {
        damaged.append(path)
      } else if try Reference(at: "\(commonDirectory)/\(path)") == .unreadable {
        damaged.append(path)
      }
    }
    return damaged
  }

  /// The branch that is checked out when its reference has vanished, and the newest commit that it is
  /// known to have had; nil where none is known to be whole, as in a new repository.
  ///
  /// Its reflog tells it, and what it was published as; where there is no other branch, so do commits
  /// that the caller remembers.
  public func vanishedBranch(
    remembering remembered: [ObjectID]
  ) throws(GitError) -> (name: String, tip: ObjectID)? {
    guard case .unborn(let branch) = try head() else { return nil }
    var known: [ObjectID] = []
    let published = "/" + branch.replacing("refs/heads/", with: "")
    for reference in try references(matching: "refs/habit/published-to/*")
    where reference.name.description.hasSuffix(published) {
      known.append(reference.id)
    }
    if try references(matching: "refs/heads/*").isEmpty { known += remembered }
    let hasLog = try System.status(of: "\(commonDirectory)/logs/\(branch)") != nil
    guard hasLog || !known.isEmpty else { return nil }
    if let last = try lastKnown(of: branch) { known.insert(last, at: 0) }
    var newest: ObjectID?
    for commit in known where lastWhole(of: [commit]) != nil {
      if let other = newest, try !isAncestor(other, of: commit) { continue }
      newest = commit
    }
    return newest.map { (branch, $0) }
  }

  /// Where a reference was last, as far as that is here.
  private func lastKnown(of name: String) throws(GitError) -> ObjectID? {
    let log = try System.end(of: "\(commonDirectory)/logs/\(name)", bytes: 4_096) ?? []
    for line in log.split(separator: UInt8(ascii: "\n")).reversed() {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      if words.count > 1, let id = ObjectID(hex: String(words[1])), try isThere(id) { return id }
    }
    guard name.hasPrefix("refs/heads/") else { return nil }
    for remote in try System.names(in: commonDirectory + "/refs/remotes") {
      let path = "\(commonDirectory)/refs/remotes/\(remote)/\(name.dropFirst(11))"
      if case .id(let id) = try Reference(at: path), try isThere(id) { return id }
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
