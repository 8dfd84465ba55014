internal import Git
internal import HabitFiles
internal import HabitStore
internal import Posix

// Which branch of the remote is exchanged with: none that was neither named nor followed.

extension SyncRun {
  /// The branch of a remote that a branch here follows, by its full name there; nil when it follows
  /// none of that remote.
  static func followed(
    by branch: String,
    at remote: String,
    in repository: borrowing Repository
  ) throws -> String? {
    let name = branch.branchName
    guard try repository.setting("branch.\(name).remote") == remote else { return nil }
    return try repository.setting("branch.\(name).merge")
  }

  /// Chooses the branches there: the one that was named, else the one that ours follows, else the one
  /// of the same name when it exists, existed, or nothing does.
  mutating func choose(among advertisement: Advertisement) throws {
    let branches = advertisement.branches
    let followed = try SyncRun.followed(by: branch, at: remote.name, in: repository)
    (self.branches, sources) = (branches, [])
    if let named = sync.terms.target.map(BranchName.full) {
      target = named
      if let followed, followed != named, let tip = branches[GitPath(followed)] {
        sources = [(followed, tip)]
      }
    } else if let followed {
      target = followed
    } else {
      let published = try PublishedReference(of: remote.name, branch).tip(in: repository)
      guard branches.isEmpty || branches[GitPath(branch)] != nil || published != nil else {
        // To what holds no habits nothing is to be published.
        theirs = nil
        try check(advertisement)
        throw SyncError.unnamedBranch(remote: remote.name, branch: branch.branchName)
      }
      target = branch
    }
    theirs = branches[GitPath(target)]
  }

  /// The only other branch there that has what was published to one that is gone: its new name.
  var renamedBranch: String? {
    get throws {
      guard let tip = try published.tip(in: repository) else { return nil }
      var names: [GitPath] = []
      for (name, commit) in branches where try repository.isAncestor(tip, of: commit) {
        names.append(name)
      }
      return names.count == 1 ? names[0].text?.branchName : nil
    }
  }

  /// What remembers what the remote's branch has.
  var published: PublishedReference { PublishedReference(of: remote.name, target) }

  /// What remembers the same for git.
  var tracking: String { "refs/remotes/\(remote.name)/\(target.branchName)" }
}

// MARK: Copies of the branch

extension SyncRun {
  /// Finds what a synchroniser made of the branch's file in a hub that is a folder: copies that git takes
  /// for branches are merged, others are told.
  ///
  /// In another hub they are what somebody has pushed, who may not be allowed to push to the branch.
  mutating func findCopies() throws {
    guard !remote.pushesElsewhere, let place = try repository.directory(of: remote),
      let known = try theirs ?? branchTip()
    else { return }
    for (path, tip) in branches.sorted(by: { $0.key < $1.key }) {
      guard let name = path.text, ReferenceName.isCopy(name, of: target),
        ReferenceName.isValid(name), try !repository.isAncestor(tip, of: known),
        // One without a common history was begun by a user.
        try !repository.mergeBases(tip, known).isEmpty
      else { continue }
      sources.append((name, tip))
      guard !sync.terms.isDry else { continue }
      let remove = "git push \(remote.name) --delete \(name.branchName.shellQuoted)"
      warnOnce(
        "\(remote.name) has \(name.branchName), which a synchroniser made of its branch "
          + "\(target.branchName); what it has is merged; remove it: \(remove)"
      )
    }
    let folder = target.split(separator: "/").dropLast().joined(separator: "/")
    let disk = Disk(root: place)
    for name in try disk.names(in: folder).map({ "\(folder)/\($0.name)" })
    where ReferenceName.isCopy(name, of: target) && !ReferenceName.isValid(name) {
      let text = disk.bytes(of: name).map { String(decoding: $0.prefix(40), as: UTF8.self) }
      guard let tip = text.flatMap({ ObjectID(hex: $0) }),
        try !repository.isAncestor(tip, of: known)
      else { continue }
      let (file, new) = ("\(place)/\(name)", "\(place)/\(target).copy")
      warnOnce(
        "\(remote.name) has a copy of its branch \(target.branchName) that git cannot read: \(file); "
          + "to merge it: mv \(file.shellQuoted) \(new.shellQuoted), then habit sync"
      )
    }
  }

  private mutating func warnOnce(_ text: String) {
    if !report.warnings.contains(text) { report.warnings.append(text) }
  }
}

// MARK: References that only remember

extension SyncRun {
  private static let lockTimeoutSeconds = 5

  /// Does what takes one of git's locks, or meets what others push, waiting for another program as
  /// long as is polite.
  func unlessLocked<Value>(_ body: () throws -> Value) throws -> Value {
    let timeout = Timeout(seconds: SyncRun.lockTimeoutSeconds)
    return try Git.unlessLocked(until: timeout, pausing: 0.2, body)
  }

  /// Lets a reference that only remembers what the remote has stand for a commit.
  func remember(_ commit: ObjectID, as name: String) throws {
    if try repository.tip(of: name) == nil { try makeWay(for: name) }
    let disk = Disk(root: repository.commonDirectory)
    let lock = name + ".lock"
    let before = disk.status(of: lock)
    func move() throws {
      let known = try repository.tip(of: name)
      guard known != commit else { return }
      try repository.move(name, from: known, to: commit, reflog: "habit sync: published")
    }
    do {
      try unlessLocked(move)
    } catch {
      // git holds such a lock for milliseconds: who has had it all the while was killed.
      guard (error as? GitError)?.kind == .locked, let before, disk.status(of: lock) == before
      else {
        throw error
      }
      try disk.remove(lock)
      try move()
    }
  }
}

// MARK: Branches that became folders

extension SyncRun {
  /// Removes what stands in the way of a reference that only remembers what the remote has.
  ///
  /// That remembers a branch that is gone: its name is a folder now, or the reverse. Its commit is kept.
  private func makeWay(for name: String) throws {
    let parts = name.split(separator: "/")
    let folders = (4..<max(4, parts.count)).map { parts[..<$0].joined(separator: "/") }
    let inside = try repository.references(matching: name + "/*")
    let above = try folders.compactMap { folder in
      try repository.tip(of: folder).map { (name: GitPath(folder), id: $0) }
    }
    for (other, tip) in inside + above {
      _ = try keep(tip)
      try unlessLocked { try repository.delete(other, at: tip) }
    }
  }
}
