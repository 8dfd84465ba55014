internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

struct SyncRun: ~Copyable {
  let sync: Sync
  let repository: Repository
  let remote: Remote
  let network: Network
  let timeout: Timeout
  /// The branch here, by its full name.
  let branch: String
  /// The branch there, by its full name.
  var target: String
  var report: SyncReport
  /// The newest commit there when we last looked; nil without one.
  var theirs: ObjectID?
  /// The branches there when we last looked, by their full names.
  var branches: [GitPath: ObjectID] = [:]
  /// Other branches there of which everything is merged, and their newest commits: the one that ours
  /// follows, where another is pushed to, and a synchroniser's copies.
  var sources: [(branch: String, tip: ObjectID)] = []
  /// What had not been published before others pushed meanwhile: merges start from it again.
  var origin: (ours: ObjectID, made: ObjectID)?
  /// The commit here that has only merges which the remote lacks, as the remote has which this one lacks.
  var settled: ObjectID?
  /// Whether this run has found that another clone writes under this one's nickname.
  var hasReportedClash = false
  /// The newest commit there when others had pushed meanwhile.
  private var overtaken: ObjectID??

  init(
    _ sync: Sync,
    in repository: consuming Repository,
    with name: String?
  ) throws {
    if let operation = repository.operation { throw StoreError.busy(operation: operation.rawValue) }
    let head = try repository.head()
    guard let branch = head.branch else { throw StoreError.detachedHead }
    let remote = try SyncRun.remote(name, for: branch, in: repository)
    self.init(sync, in: repository, on: branch, with: remote)
  }

  /// What cannot fail: Swift 6.2 makes no value that is not copied of an init that throws halfway.
  private init(
    _ sync: Sync,
    in repository: consuming Repository,
    on branch: String,
    with remote: Remote
  ) {
    self.sync = sync
    self.branch = branch
    self.target = branch
    self.remote = remote
    self.report = SyncReport(remote: remote.name)
    self.timeout = Timeout(at: sync.deadline)
    self.network = Network(sync.terms, until: sync.deadline)
    self.repository = repository
  }

  /// The remote that is meant: named, else the one that git would push to, else followed by the
  /// branch, else origin, else the only one.
  static func remote(
    _ name: String?,
    for branch: String,
    in repository: borrowing Repository
  ) throws -> Remote {
    if let name {
      let remotes = try repository.remotes()
      if let remote = remotes.first(where: { $0.name == name }) { return remote }
      throw SyncError.unknownRemote(name, known: remotes.map(\.name))
    }
    guard let meant = try meantRemote(for: branch, in: repository) else { throw SyncError.noRemote }
    return meant
  }

  static func meantRemote(
    for branch: String,
    in repository: borrowing Repository
  ) throws -> Remote? {
    let remotes = try repository.remotes()
    let name = branch.branchName
    let meant =
      [
        try repository.setting("branch.\(name).pushRemote"),
        try repository.setting("remote.pushDefault"),
        try repository.setting("branch.\(name).remote"), "origin",
      ].compactMap(\.self)
    for name in meant {
      if let remote = remotes.first(where: { $0.name == name }) { return remote }
    }
    return remotes.first
  }
}

// MARK: What is here, and what is there

extension SyncRun {
  /// The newest commit of our branch, which is still checked out; nil before the first.
  func branchTip() throws -> ObjectID? {
    let head = try repository.head()
    guard head.branch == branch else { throw SyncError.switched(from: branch.branchName) }
    return head.commit
  }

  mutating func commitManualEdits(_ touched: [UserID]? = nil) throws {
    report.problems = []
    let users = sync.terms.users
    let edited = try Set(touched ?? sync.store.usersTouched(among: users))
      .union(sync.store.usersStaged(among: users, in: repository))
    for user in users where edited.contains(user) {
      let writer = sync.terms.writer.acting(as: user)
      var outcome = try sync.store.commitManualEdits(by: writer)
      if !outcome.problems.isEmpty {
        // What a text merge left twice is joined by the same rules.
        let repairs = try sync.store.repair(by: writer)
        report.manualEdits += repairs
        if !repairs.isEmpty { outcome = try sync.store.commitManualEdits(by: writer) }
      }
      report.manualEdits += outcome.manualEdits
      report.problems += outcome.problems
      report.warnings += outcome.warnings
    }
  }

  mutating func fetch() throws {
    sync.terms.progress("asking \(remote.name)")
    try checkBranchFile()
    let branches: Advertisement
    do {
      branches = try download()
    } catch {
      // git fetches nothing beside some references that it cannot read.
      let damaged = try repository.damagedFiles().filter { $0.hasPrefix("refs/") }
      guard !damaged.isEmpty, !sync.terms.isDry else {
        throw SyncError(error, with: remote.name)
      }
      try repository.mendReferences(settingAsideIn: CloneFile.damaged)
      report.warnings += damaged.map { "git could not read .git/\($0); it was put right" }
      do {
        branches = try download()
      } catch {
        throw SyncError(error, with: remote.name)
      }
    }
    try choose(among: branches)
    try check(branches)
    if let theirs, !sync.terms.isDry { try remember(theirs, as: tracking) }
    try findCopies()
  }

  /// Sees that the branch of a remote in a folder is no damaged file: git says of one that it is gone, or
  /// that objects are missing.
  private func checkBranchFile() throws {
    guard let place = try repository.directory(of: remote) else { return }
    let followed = try SyncRun.followed(by: branch, at: remote.name, in: repository)
    let name = sync.terms.target.map(BranchName.full) ?? followed ?? branch
    guard let file = Repository.damagedFile(of: name, at: place) else { return }
    throw SyncError.damagedBranch(remote: remote.name, branch: name.branchName, file: file)
  }

  private func download() throws -> Advertisement {
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

  /// Sees that the remote, unless it is empty, has habits that this program can write to.
  func check(_ advertisement: Advertisement) throws {
    let branches = advertisement.branches
    let likely = advertisement.likelyBranch.flatMap { branches[GitPath($0)] }
    guard let commit = theirs ?? likely ?? branches.min(by: { $0.key < $1.key })?.value else {
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

// MARK: Publishing

extension SyncRun {
  /// Pushes what the remote lacks; false when another device has pushed meanwhile.
  mutating func publish() throws -> Bool {
    guard let head = try branchTip() else { return true }
    let new =
      try head == settled
      ? 0 : repository.commits(of: [head], without: [theirs].compactMap(\.self)).count
    // What other URLs have that are pushed to is known only by pushing.
    guard head != theirs && new > 0 || remote.pushesElsewhere else {
      if !sync.terms.isDry { try settle(at: head) }
      return true
    }
    if report.action == .none || !sync.terms.isDry { report.unpublished = new }
    guard !sync.terms.isDry else { return try rehearse() }
    if new > 0 { sync.terms.progress("sending \(counted(new, "commit")) to \(remote.name)") }
    let pushed: Pushed
    do {
      pushed = try repository.push(branch, as: target, to: remote, over: network)
    } catch {
      // It was there a moment ago: a server that only gives may call the repository unknown.
      guard error.kind == .remote(.notFound), !remote.pushesElsewhere else {
        throw SyncError(error, with: remote.name)
      }
      throw SyncError.unreachable(.denied, remote: remote.name, message: error.message)
    }
    switch pushed.verdict {
    case .accepted:
      report.unpublished = 0
      report.went = pushed.isUpToDate ? 0 : new
      report.hub = try repository.directory(of: remote)
      // What was pushed elsewhere is not where it was fetched from.
      guard !remote.pushesElsewhere else {
        try settle(at: head)
        return true
      }
      if let hub = report.hub { Repository.pointHead(of: hub, to: target, over: network) }
      theirs = head
      try remember(head, as: tracking)
      try settle(at: head)
      return true
    case .moved(let reason):
      // Where it is not fetched from, what is there never comes here.
      if remote.pushesElsewhere, overtaken == .some(theirs) {
        throw SyncError.refused(
          PushRefusal(remote: remote.name, reason: reason, remarks: pushed.remarks)
        )
      }
      overtaken = .some(theirs)
      return false
    case .rejected(let reason):
      if reason.contains("currently checked out") || reason.contains("is a work tree") {
        throw SyncError.workTree(remote: remote.name)
      }
      return try publishOwn(head, reason, pushed.remarks)
    }
  }

  /// Asks whether the remote would take what would be sent.
  private func rehearse() throws -> Bool {
    do {
      let pushed = try repository.push(branch, as: target, to: remote, over: network, .rehearsal)
      guard case .rejected(let reason) = pushed.verdict else { return true }
      throw SyncError.refused(
        PushRefusal(remote: remote.name, reason: reason, remarks: pushed.remarks)
      )
    } catch {
      throw SyncError(error, with: remote.name)
    }
  }

  /// Notes what the remote has now, and that a branch which follows none, or one that is gone, follows
  /// this one from now on.
  private func settle(at head: ObjectID) throws {
    if let theirs { try remember(theirs, as: published.name) }
    let name = branch.branchName
    let followed = try SyncRun.followed(by: branch, at: remote.name, in: repository)
    // One that no longer exists there was renamed.
    let isGone = sync.terms.target != nil && followed.map { branches[GitPath($0)] == nil } ?? false
    guard try isGone || repository.setting("branch.\(name).remote") == nil else { return }
    try unlessLocked {
      try repository.set("branch.\(name).remote", to: remote.name)
      try repository.set("branch.\(name).merge", to: target)
    }
  }
}
