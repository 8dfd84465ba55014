internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

public struct Clone: Sendable {
  public struct Made: Hashable, Sendable {
    /// How many commits there are; 0 when the remote is empty.
    public let commits: Int
    public let warnings: [String]
  }

  /// Makes a folder a clone of a remote, with the files of its branch.
  ///
  /// The folder is empty or not there yet, or `isUnfinished`. What a failure or an interruption leaves is
  /// removed, so that it can be tried again; what is left by one that was killed is gone on with. git's
  /// configuration names the file of this program unless it is unknown. The writer's device is the clone's.
  public static func make(
    at root: String,
    of address: String,
    program: String?,
    _ terms: Sync.Terms
  ) throws -> Made {
    let disk = Disk(root: root)
    let isNew = disk.kind(of: "") == nil
    let isResumed = isUnfinished(at: root)
    do {
      let interruption = isResumed ? nil : Interruption { disk.discardAtOnce(keepingRoot: !isNew) }
      defer { interruption?.drop() }
      try Disk(root: "").makeDirectory(root + "/.git/" + CloneFile.folder)
      let running = try Sync.lock(disk.absolute(mark), timeoutSeconds: 0)
      let made = try fill(root, address, terms)
      // What an empty remote lacks, and what a clone has for itself.
      _ = try Store.create(at: root, by: terms.writer, program: program)
      // A lock that could not be removed once would keep git out.
      try StaleFiles(in: root + "/.git", and: root + "/.git").clear()
      try disk.remove(mark)
      try disk.synchronize()
      _ = consume running
      return made
    } catch {
      if !isResumed { disk.discard(isNew ? "" : ".git") }
      throw SyncError(error)
    }
  }

  /// Exists from the beginning of a clone to its end, and is locked while it is made.
  private static let mark = ".git/" + CloneFile.cloning

  public static func isUnfinished(at root: String) -> Bool {
    let disk = Disk(root: root)
    return disk.kind(of: mark) != nil
      || disk.kind(of: ".git") == .directory && disk.kind(of: ".git/HEAD") == nil
  }

  private static func fill(
    _ root: String,
    _ address: String,
    _ terms: Sync.Terms
  ) throws -> Made {
    // The lock of the mark shows that no process uses what was left.
    try StaleFiles(in: root + "/.git", and: root + "/.git").clear()
    let isMade = Disk(root: root).kind(of: ".git/HEAD") != nil
    let repository = isMade ? try Repository(at: root) : try Repository(creatingAt: root)
    if isMade {
      try StaleFiles.setDamagedAside(since: 0, in: repository)
      try Store(Location(createdAt: root)).finishInterrupted(by: terms.writer)
    }
    if try repository.remotes().contains(where: { $0.name == "origin" }) {
      try repository.removeRemote("origin")
    }
    let remote = try repository.addRemote("origin", at: RemoteAddress(address))
    terms.progress("asking \(remote.address.description)")
    let there: Advertisement
    do {
      let network = Network(terms, until: .now + .seconds(terms.seconds))
      there = try repository.fetch(remote, over: network)
    } catch {
      throw SyncError(error, with: remote.address.description)
    }
    guard let branch = there.likelyBranch, let commit = there.branches[GitPath(branch)] else {
      guard there.branches.isEmpty else {
        throw SyncError.notHabits(remote: remote.address.description)
      }
      return Made(commits: 0, warnings: [])
    }
    guard let marker = try repository.file(Layout.marker.gitPath, of: commit),
      case .known = RepositoryTemplate.marker(marker)
    else { throw SyncError.notHabits(remote: remote.address.description) }
    let location = Location(createdAt: root)
    var warnings: [String] = []
    if try repository.head().commit == nil {
      try repository.setHead(to: branch)
      let store = try Store(location)
      let checkout = Checkout(from: nil, on: commit, reason: "habit clone", broken: [])
      switch try store.checkOut(checkout, by: terms.writer) {
      case .done(let told): warnings = told
      // What a clone that was killed had begun is finished now.
      case .overtaken where try repository.head().commit != nil: break
      case .overtaken: throw StoreError.restless(path: root)
      case .obstructed(let path): throw SyncError.obstructed(path: path)
      }
    }
    let name = branch.branchName
    try repository.set([
      ("branch.\(name).remote", remote.name), ("branch.\(name).merge", branch),
    ])
    let published = RemoteBranch(remote: remote.name, name: branch).published
    try repository.move(
      published,
      from: repository.tip(of: published),
      to: commit,
      reflog: "habit clone"
    )
    warnings += try checkNickname(of: location, commit, terms, in: repository)
    if try repository.isBundle(remote.address) {
      warnings.append(
        "nothing can be pushed to a bundle; with a repository to sync with: "
          + "habit remote remove origin, then habit remote add origin URL"
      )
    }
    return Made(
      commits: try repository.commits(of: [commit], without: []).count,
      warnings: warnings
    )
  }

  /// Sees that HABIT_DEVICE is not the nickname of another clone.
  private static func checkNickname(
    of location: Location,
    _ commit: ObjectID,
    _ terms: Sync.Terms,
    in repository: borrowing Repository
  ) throws -> [String] {
    guard terms.namesDevice, let notes = location.notes else { return [] }
    let (user, device) = (terms.writer.user, terms.writer.device)
    let users = Set(
      try repository.changes(from: nil, to: commit).compactMap { Layout(path: $0.path)?.user }
    )
    // Where the user is not chosen yet, each may be the one.
    let isClash = try (users.contains(user) ? [user] : users)
      .contains { user in
        try NicknameSearch(device: device, user: user)
          .isClash(in: commit, besides: nil, since: [], of: repository)
      }
    guard isClash else { return [] }
    try notes.noteClash(of: device)
    return [try notes.clashWarning].compactMap(\.self)
  }
}

extension Advertisement {
  /// The default branch: HEAD of a new remote often names one without a
  /// commit.
  var likelyBranch: String? {
    if let defaultBranch { return defaultBranch }
    if let main = ["refs/heads/main", "refs/heads/master"].first(where: {
      branches[GitPath($0)] != nil
    }) {
      return main
    }
    return branches.count == 1 ? branches.keys.first?.text : nil
  }
}

extension Network {
  init(_ terms: Sync.Terms, until deadline: ContinuousClock.Instant) {
    let progress = terms.progress
    self.init(
      environment: terms.environment,
      mayAsk: terms.mayAsk,
      timeoutSeconds: Double(min(30, terms.seconds)),
      deadline: deadline,
      progress: { step in
        if step.totalObjects > 100, step.objects % 100 == 0 {
          progress("\(step.objects) of \(step.totalObjects) objects")
        }
      }
    )
  }
}
