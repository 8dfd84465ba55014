internal import Posix

extension Repository {
  /// Which of git's own files hold nothing that can be read, as a crash leaves them: `HEAD`, references
  /// and the index, by their paths in git's folder.
  ///
  /// It throws when the system does not let one be read, which says nothing about it.
  public func damagedFiles() throws(GitError) -> [String] {
    var damaged = try damagedReferences(below: "refs")
    if try !Repository.hasHead(in: gitDirectory) { damaged.append("HEAD") }
    if try isIndexDamaged() { damaged.append("index") }
    return damaged.sorted()
  }

  /// Writes the references again that cannot be read.
  ///
  /// A reference goes where its log says that it was last, or where a remote has a branch of its name.
  /// What only remembers what is elsewhere is moved away when nothing is known. So is a file whose name no
  /// reference can have, as a synchroniser's copy: git fetches nothing beside some of them.
  public func mendReferences(settingAsideIn folder: String) throws(GitError) {
    for name in try damagedReferences(below: "refs") {
      if !ReferenceName.isValid(name) {
        try setReferenceAside(name, into: folder)
      } else if let id = try lastKnown(of: name) {
        try replace("\(commonDirectory)/\(name)", with: "\(id.hex)\n")
      } else if ["refs/remotes/", "refs/habit/"].contains(where: name.hasPrefix) {
        try setReferenceAside(name, into: folder)
      }
    }
    try System(root: commonDirectory).synchronize()
  }

  private func damagedReferences(below folder: String) throws(GitError) -> [String] {
    var damaged: [String] = []
    for path in try referenceFiles(below: folder) {
      guard ReferenceName.isValid(path),
        try Reference(at: "\(commonDirectory)/\(path)") != .unreadable
      else {
        damaged.append(path)
        continue
      }
    }
    return damaged
  }

  /// The files of references below a folder, but for locks.
  func referenceFiles(below folder: String) throws(GitError) -> [String] {
    var files: [String] = []
    try System(root: commonDirectory).visit(folder, depth: .max) { path, kind in
      let isHidden = path.hasSuffix(".lock") || path.contains("/.")
      if kind != .directory, !isHidden { files.append(path) }
    }
    return files
  }

  /// Where a reference was last, as far as that is here.
  private func lastKnown(of name: String) throws(GitError) -> ObjectID? {
    for id in try loggedCommits(of: name) where try hasCommit(id) { return id }
    guard name.hasPrefix("refs/heads/") else { return nil }
    for (remote, _) in try disk.names(in: commonDirectory + "/refs/remotes") {
      let path = "\(commonDirectory)/refs/remotes/\(remote)/\(name.dropFirst(11))"
      if case .id(let id) = try Reference(at: path), try hasCommit(id) { return id }
    }
    return nil
  }

  /// The branch that HEAD was at: the one where its log says that it was last, or the only one, or the one
  /// that is called as the first one usually is.
  private func likelyBranch() throws(GitError) -> String? {
    let branches = try references(matching: "refs/heads/*")
      .compactMap { reference in reference.name.text.map { (name: $0, id: reference.id) } }
      .filter { ReferenceName.isValid($0.name) }
    let last = try loggedCommits(of: "HEAD").first
    let current = branches.filter { $0.id == last }.map(\.name)
    let names = current.isEmpty ? branches.map(\.name) : current
    return ["refs/heads/main", "refs/heads/master"].first(where: names.contains)
      ?? (names.count == 1 ? names[0] : nil)
  }

  /// Whether HEAD is there and can be read, without which nothing opens the repository.
  public static func hasHead(in gitDirectory: String) throws(GitError) -> Bool {
    try Reference(at: gitDirectory + "/HEAD") != .unreadable
  }

  /// Puts HEAD back where it is gone or cannot be read.
  public static func restoreHead(
    in gitDirectory: String,
    settingAsideIn folder: String
  ) throws(GitError) -> Bool {
    let place = gitDirectory + "/HEAD"
    guard try !hasHead(in: gitDirectory) else { return false }
    if try disk.anyStatus(of: place)?.kind == .directory {
      let aside = "\(gitDirectory)/\(folder)/HEAD"
      try System(root: gitDirectory).makeDirectory(folder)
      disk.discard(aside)
      try disk.move(place, to: aside)
    }
    try replace(place, with: "ref: refs/heads/main\n", by: gitDirectory)
    let repository = try Repository(at: gitDirectory)
    if let branch = try repository.likelyBranch() { try repository.setHead(to: branch) }
    return true
  }

  /// The newest commits that a reference went to, by its log, the newest first.
  private func loggedCommits(of name: String) throws(GitError) -> [ObjectID] {
    try log(of: name, bytes: 4_096).compactMap(\.new)
  }

  /// The log of a reference, the newest line first, as far as its last bytes tell it.
  public func log(of name: String, bytes: Int = 16_777_216) throws(GitError) -> [LogEntry] {
    let log = try disk.end(of: "\(commonDirectory)/logs/\(name)", bytes: bytes) ?? []
    return log.split(separator: UInt8(ascii: "\n")).reversed().compactMap { LogEntry($0) }
  }

  private func replace(_ path: String, with text: String) throws(GitError) {
    try Repository.replace(path, with: text, by: commonDirectory)
  }

  private static func replace(
    _ path: String,
    with text: String,
    by folder: String
  ) throws(GitError) {
    // Beside it, git would take it for a reference.
    let draft = folder + "/habit/reference"
    try System(root: folder).makeDirectory("habit")
    try disk.remove(draft)
    try disk.create(draft, Array(text.utf8))
    try disk.synchronizeFile(draft)
    try disk.move(draft, to: path)
  }
}

// MARK: A branch whose reference is gone

extension Repository {
  /// The newest commit that a branch without a reference is known to have had; nil where none is known to
  /// be whole, as in a new repository.
  ///
  /// Its log tells it; else copies of its reference, other references of its name, and, where there is no
  /// other branch, what the caller remembers.
  public func vanishedTip(
    of branch: String,
    remembering remembered: [ObjectID]
  ) throws(GitError) -> ObjectID? {
    let logged = try loggedCommits(of: branch)
    if let last = try lastWhole(of: logged.reversed()) { return last }
    var known = try copies(of: branch)
    let name = GitPath("/" + branch.replacing("refs/heads/", with: ""))
    let memories = try references(matching: "refs/remotes/*") + references(matching: "refs/habit/*")
    let namesakes = memories.filter { reference in
      reference.name.bytes.suffix(name.bytes.count).elementsEqual(name.bytes)
    }
    // What was only fetched tells of no branch here.
    var hasBeen = namesakes.contains { $0.name.text?.hasPrefix("refs/habit/") == true }
    if try isOnlyBranch(branch) {
      known += remembered
      if try hasIndex { hasBeen = true }
    }
    guard hasBeen || !known.isEmpty || !logged.isEmpty else { return nil }
    var newest: ObjectID?
    for commit in known + namesakes.map(\.id) where try lastWhole(of: [commit]) != nil {
      if let other = newest, try !isAncestor(other, of: commit) { continue }
      newest = commit
    }
    return newest
  }

  /// Whether there are commits and an index, though no branch has a commit.
  public func hasLostCommits(of branch: String) throws(GitError) -> Bool {
    guard try isOnlyBranch(branch), try hasIndex else { return false }
    let folder = ObjectFolder(in: commonDirectory)
    if try folder.packCount() > 0 { return true }
    for id in try folder.looseObjects() where try hasCommit(id) { return true }
    return false
  }

  private var hasIndex: Bool {
    get throws(GitError) { try disk.anyStatus(of: gitDirectory + "/index") != nil }
  }

  private func isOnlyBranch(_ branch: String) throws(GitError) -> Bool {
    try references(matching: "refs/heads/*").compactMap(\.name.text)
      .allSatisfy { !ReferenceName.isValid($0) || ReferenceName.isCopy($0, of: branch) }
  }

  /// Where the copies of a branch's reference are that a synchroniser has made.
  private func copies(of branch: String) throws(GitError) -> [ObjectID] {
    let folder = branch.split(separator: "/").dropLast().joined(separator: "/")
    var copies: [ObjectID] = []
    for (name, _) in try disk.names(in: "\(commonDirectory)/\(folder)")
    where ReferenceName.isCopy("\(folder)/\(name)", of: branch) {
      if case .id(let id) = try Reference(at: "\(commonDirectory)/\(folder)/\(name)") {
        copies.append(id)
      }
    }
    return copies
  }
}

public struct LogEntry: Sendable {
  /// Where the reference was before.
  public let old: ObjectID
  /// Where it went; nil where that cannot be read.
  public let new: ObjectID?
  /// What moved it, as `habit: log water` or `pull: Fast-forward`.
  public let message: String

  /// Whether a command of git reset the branch to HEAD, which moves it only where it was moved meanwhile.
  public var isResetToHead: Bool {
    old != new && [": moving to HEAD", ": updating HEAD"].contains { message.hasSuffix($0) }
  }

  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      .map { String(decoding: $0, as: UTF8.self) }
    let words = parts.first?.split(separator: " ") ?? []
    guard let old = words.first.flatMap({ ObjectID(hex: String($0)) }) else { return nil }
    self.old = old
    new = words.dropFirst().first.flatMap { ObjectID(hex: String($0)) }
    message = parts.dropFirst().first ?? ""
  }
}

private enum Reference: Equatable {
  case id(ObjectID)
  case link
  case unreadable

  /// - Throws: when the system does not let it be read; where there is no file, it is unreadable.
  init(at path: String) throws(GitError) {
    switch try disk.anyStatus(of: path)?.kind {
    case .directory:
      self = .unreadable
      return
    case .symbolicLink:
      // As git made all links once: git-config(1), core.preferSymlinkRefs.
      self = .link
      return
    case .file, .other, nil: break
    }
    let text = try disk.text(of: path) ?? ""
    let word = text.prefix { !$0.isNewline }
    if let id = ObjectID(hex: String(word)) {
      self = .id(id)
    } else {
      // One that is cut off leads elsewhere; git ends it with a line feed.
      self = word.hasPrefix("ref: refs/") && word.count < text.count ? .link : .unreadable
    }
  }
}
