internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

// What a remote has.

extension SyncRun {
  /// Sees that the branch of a remote in a folder is no damaged file: git says of one that it is gone, or
  /// that objects are missing.
  func checkBranchFile() throws {
    guard let place = try repository.directory(of: remote) else { return }
    let name = try sync.terms.target.map(BranchName.full) ?? followed ?? branch
    guard let file = Repository.damagedFile(of: name, at: place) else { return }
    throw SyncError.damagedBranch(remote: remote.name, branch: name.branchName, file: file)
  }

  func download() throws -> Advertisement {
    let there = try unlessLocked { try repository.fetch(remote, over: network) }
    do {
      try repository.checkObjects(of: there.branches, at: remote)
    } catch {
      guard sync.terms.republishes, !sync.terms.isDry else { throw error }
      sync.terms.progress("sending everything to \(remote.name)")
      try repository.restoreObjects(of: there.branches, at: remote, over: network)
      try repository.checkObjects(of: there.branches, at: remote)
    }
    return there
  }

  /// Puts references right beside which git fetches nothing, because it cannot read them; their names.
  func mendReferences() throws -> [String] {
    let damaged = try repository.damagedFiles().filter { $0.hasPrefix("refs/") }
    guard !damaged.isEmpty, !sync.terms.isDry else { return [] }
    try repository.mendReferences(settingAsideIn: CloneFile.damaged)
    return damaged
  }

  /// Sees that the remote, unless it is empty, has habits that this program can write to.
  func check(_ advertisement: Advertisement, at tip: ObjectID?) throws {
    let branches = advertisement.branches
    let likely = advertisement.likelyBranch.flatMap { branches[GitPath($0)] }
    guard let commit = tip ?? likely ?? branches.min(by: { $0.key < $1.key })?.value else {
      return
    }
    guard let marker = try repository.file(Layout.marker.gitPath, of: commit) else {
      throw SyncError.notHabits(remote: remote.name)
    }
    switch RepositoryTemplate.marker(marker) {
    case .known: return
    case .newer(let format):
      throw SyncError.newerFormat(path: Layout.marker.path, format)
    case .unreadable: throw SyncError.notHabits(remote: remote.name)
    }
  }
}

// MARK: Which branch is exchanged with: none that was neither named nor followed

extension SyncRun {
  private var followed: String? {
    get throws { try repository.branch(followedBy: branch, at: remote.name) }
  }

  private func branch(_ name: String, of known: Advertisement) -> RemoteBranch {
    RemoteBranch(remote: remote.name, name: name, tip: known.branches[GitPath(name)])
  }

  /// The branch that was named, else the one that ours follows, else the one of the same name when it
  /// exists, existed, or nothing does.
  func chosenBranch(among known: Advertisement) throws -> RemoteBranch {
    if let named = try sync.terms.target.map(BranchName.full) ?? followed {
      return branch(named, of: known)
    }
    let same = branch(branch, of: known)
    let published = try same.published(in: repository)
    guard known.branches.isEmpty || same.tip != nil || published != nil else {
      // To what holds no habits nothing is to be published.
      try check(known, at: nil)
      throw SyncError.unnamedBranch(remote: remote.name, branch: branch.branchName)
    }
    return same
  }

  /// The branch that ours follows, where another one was named.
  func otherSource(among known: Advertisement) throws -> RemoteBranch? {
    guard let named = sync.terms.target.map(BranchName.full), let followed = try followed,
      followed != named
    else { return nil }
    let other = branch(followed, of: known)
    return other.tip == nil ? nil : other
  }

  /// The only other branch there that has what was published to one that is gone: its new name.
  func renamedBranch(of there: RemoteBranch) throws -> String? {
    guard let tip = try there.published(in: repository) else { return nil }
    var names: [GitPath] = []
    for (name, commit) in place.known?.branches ?? [:]
    where try repository.isAncestor(tip, of: commit) {
      names.append(name)
    }
    return names.count == 1 ? names[0].text?.branchName : nil
  }

  /// What a synchroniser made of a branch's file in a hub that is a folder: copies that git takes for
  /// branches are merged, others are told.
  ///
  /// In another hub they are what somebody has pushed, who may not be allowed to push to the branch.
  func copies(
    of there: RemoteBranch,
    among known: Advertisement
  ) throws -> (copies: [RemoteBranch], warnings: [String]) {
    var (copies, warnings): ([RemoteBranch], [String]) = ([], [])
    guard !remote.pushesElsewhere, let place = try repository.directory(of: remote),
      let newest = try there.tip ?? branchTip()
    else { return ([], []) }
    let target = there.name
    for (path, tip) in known.branches.sorted(by: { $0.key < $1.key }) {
      guard let name = path.text, ReferenceName.isCopy(name, of: target),
        ReferenceName.isValid(name), try !repository.isAncestor(tip, of: newest),
        // One without a common history was begun by a user.
        try !repository.mergeBases(tip, newest).isEmpty
      else { continue }
      copies.append(branch(name, of: known))
      guard !sync.terms.isDry else { continue }
      let remove = "git push \(remote.name) --delete \(name.branchName.shellQuoted)"
      warnings.append(
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
        try !repository.isAncestor(tip, of: newest)
      else { continue }
      let (file, new) = ("\(place)/\(name)", "\(place)/\(target).copy")
      warnings.append(
        "\(remote.name) has a copy of its branch \(target.branchName) that git cannot read: \(file); "
          + "to merge it: mv \(file.shellQuoted) \(new.shellQuoted), then habit sync"
      )
    }
    return (copies, warnings)
  }
}
