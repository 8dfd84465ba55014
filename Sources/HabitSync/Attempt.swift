internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import HabitSystem

/// A sync on its way.
struct Attempt: ~Copyable {
  private let sync: Sync
  private let repository: Repository
  private let remote: Remote
  private let network: Network
  private let patience: Patience
  /// The branch here, by its full name.
  private let branch: String
  /// The branch there, by its full name.
  private var target: String
  private(set) var report: SyncReport
  /// The newest commit there when we last looked; nil when there is none.
  private var theirs: ObjectID?
  /// What had not been published before others pushed meanwhile: merges start from it again.
  private var origin: (ours: ObjectID, made: ObjectID)?
  private var hasMetNamesake = false
  /// The newest commit there when others had pushed meanwhile.
  private var overtaken: ObjectID??

  init(
    _ sync: Sync,
    in repository: consuming Repository,
    with name: String?
  ) throws(any Error) {
    if let operation = repository.operation { throw StoreError.busy(operation: operation.rawValue) }
    let head = try repository.head()
    guard let branch = head.branch else { throw StoreError.detachedHead }
    let remote = try Attempt.remote(name, for: branch, in: repository)
    self.sync = sync
    self.branch = branch
    self.target = branch
    self.remote = remote
    self.report = SyncReport(remote: remote.name)
    self.patience = Patience(seconds: sync.terms.seconds)
    self.network = Network(sync.terms, until: .now + .seconds(sync.terms.seconds))
    self.repository = repository
  }

  /// The remote that is meant: named, else the one that git would push to, else followed by the
  /// branch, else origin, else the only one.
  static func remote(
    _ name: String?,
    for branch: String,
    in repository: borrowing Repository
  ) throws(any Error) -> Remote {
    if let name {
      let remotes = try repository.remotes()
      if let remote = remotes.first(where: { $0.name == name }) { return remote }
      throw SyncError.unknownRemote(name, known: remotes.map(\.name))
    }
    guard let meant = try meantRemote(for: branch, in: repository) else { throw SyncError.noRemote }
    return meant
  }

  /// The remote that is meant where none is named; nil when there is none.
  static func meantRemote(
    for branch: String,
    in repository: borrowing Repository
  ) throws(GitError) -> Remote? {
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

extension Attempt {
  /// Commits what hands did, each user's by itself.
  ///
  /// - Parameter touched: Whose files may have been edited; looked for when nobody knows.
  /// - Throws: when the files or the repository cannot be read or written.
  mutating func adopt(_ touched: [UserID]? = nil) throws(any Error) {
    report.problems = []
    let users = sync.terms.users
    let edited = try Set(touched ?? sync.store.usersTouched(among: users))
      .union(sync.store.usersStaged(among: users, in: repository))
    for user in users where edited.contains(user) {
      let writer = sync.terms.writer.acting(as: user)
      var outcome = try adopt(by: writer)
      if !outcome.problems.isEmpty {
        // What a text merge left twice is joined by the same rules.
        let repairs = try sync.store.repair(by: writer)
        report.adopted += repairs.map(\.description)
        if !repairs.isEmpty { outcome = try adopt(by: writer) }
      }
      report.adopted += outcome.adopted
      report.problems += outcome.problems
      report.warnings += outcome.warnings
    }
  }

  private func adopt(by writer: Store.Writer) throws(any Error) -> Store.Outcome<Void> {
    try sync.store.change(by: writer) { (_) throws(Never) in
      Store.Decision(edits: [], subject: "", value: ())
    }
  }

  /// Downloads what the remote has.
  mutating func fetch() throws(any Error) {
    sync.terms.progress("asking \(remote.name)")
    let fetched: Fetched
    do throws(GitError) {
      fetched = try unlessLocked { () throws(GitError) in
        try repository.fetch(remote, [.branches(of: remote.name)], over: network)
      }
    } catch {
      throw SyncError(error, with: remote.name)
    }
    let branches = fetched.advertisement.branches
    target = try target(among: branches, fetched.advertisement.likelyBranch)
    theirs = branches[target]
    guard let theirs else {
      guard branches.isEmpty else { throw SyncError.notHabits(remote: remote.name) }
      return
    }
    try check(theirs)
  }

  /// The branch there: the one ours follows, else the one of the same name, else the one that a
  /// clone would begin with.
  private func target(
    among branches: [String: ObjectID],
    _ likely: String?
  ) throws(GitError) -> String {
    let name = branch.branchName
    if try repository.setting("branch.\(name).remote") == remote.name,
      let followed = try repository.setting("branch.\(name).merge"), branches[followed] != nil
    {
      return followed
    }
    return branches[branch] == nil ? likely ?? branch : branch
  }

  /// Sees that what came is a habit repository that this program can write to.
  private func check(_ commit: ObjectID) throws(any Error) {
    guard let marker = try repository.file(Layout.marker.path, of: commit) else {
      throw SyncError.notHabits(remote: remote.name)
    }
    switch Skeleton.marker(marker) {
    case .known: return
    case .newer(let format):
      throw SyncError.newerFormat(path: Layout.marker.path, format)
    case .unreadable: throw SyncError.notHabits(remote: remote.name)
    }
  }

  /// What stands where.
  private func situation(_ ours: ObjectID?) throws(GitError) -> SyncPlan.Situation {
    let published = try repository.tip(of: published)
    var (isBehind, isAhead, keepsPublished) = (false, false, true)
    if let theirs {
      if let ours {
        isBehind = try repository.isAncestor(ours, of: theirs)
        isAhead = try repository.isAncestor(theirs, of: ours)
      }
      if let published { keepsPublished = try repository.isAncestor(published, of: theirs) }
    }
    return SyncPlan.Situation(
      ours: ours,
      theirs: theirs,
      published: published,
      isBehind: isBehind,
      isAhead: isAhead,
      keepsPublished: keepsPublished
    )
  }

  /// What we last saw at the remote.
  private var published: String { "refs/habit/published/\(remote.name)" }
}

extension Attempt {
  private static let lockPatienceSeconds = 5

  /// Does what takes one of git's locks, or meets what others push, waiting for another program as
  /// long as is polite.
  private func unlessLocked<Value>(
    _ body: () throws(GitError) -> Value
  ) throws(GitError) -> Value {
    let patience = Patience(seconds: Attempt.lockPatienceSeconds)
    while true {
      do {
        return try body()
      } catch  where (error.kind == .locked || error.isOfVanishedCourier) && patience.lasts {
        patience.pause(seconds: 0.2)
      }
    }
  }
}

// MARK: Nothing to do

extension Attempt {
  /// The remote's own files, where it is a directory of this machine whose branch has our name.
  var hub: Hub? {
    guard case .local(let path) = remote.address.kind, path.hasPrefix("/"), target == branch,
      !remote.pushesElsewhere
    else { return nil }
    return Hub(root: path, branch: target)
  }

  /// What was looked at, when there was nothing to do and files alone tell so; `state` is what the
  /// remote's files held before it was asked.
  func look(asked name: String?, _ state: [UInt8]?) throws(any Error) -> Seal.Look? {
    guard report.isIdle, let hub else { return nil }
    let git = repository.gitDirectory
    guard git == repository.commonDirectory,
      try !repository.hasSettings(matching: "^include")
    else { return nil }
    let places = try sync.location.places(of: sync.terms.users)
    // The user is told of a conflict copy by each sync.
    guard !places.contains(where: { ConflictCopy(path: $0) != nil }) else { return nil }
    let tracking = "refs/remotes/\(remote.name)/\(target.branchName)"
    let own =
      ["", "HEAD", "index", "config", "packed-refs", branch, tracking, published]
      + ["habit/journal", "info/attributes"]
    return Seal.Look(
      remote: remote.name,
      asked: name ?? "",
      there: hub,
      state: state,
      paths: own.map { git + "/" + $0 } + sync.terms.personalSettings + places
    )
  }
}

// MARK: Joining and publishing

extension Attempt {
  private static let mostTurns = 200

  /// Makes one history and pushes it, anew when somebody saves, commits or pushes meanwhile.
  mutating func joinAndPublish() throws(any Error) {
    for turn in 0..<Attempt.mostTurns {
      guard try join() else {
        guard patience.lasts else { throw SyncError.restless }
        try adopt()
        continue
      }
      do {
        if try publish() { return }
      } catch  where turn > 0 && !patience.lasts {
        throw SyncError.unpublished(remote: remote.name)
      }
      guard patience.lasts else { throw SyncError.unpublished(remote: remote.name) }
      // Full jitter: between nothing and ever longer, 2 s at most.
      let longest = min(2, 0.05 * Double(1 << min(turn, 10)))
      patience.pause(seconds: Double.random(in: 0...longest))
      do {
        try fetch()
      } catch  where !patience.lasts {
        throw SyncError.unpublished(remote: remote.name)
      }
    }
    throw SyncError.unpublished(remote: remote.name)
  }

  /// Brings what came to the branch and the work files; false when somebody changed something
  /// meanwhile.
  private mutating func join() throws(any Error) -> Bool {
    let head = try repository.head().commit
    // A merge that was not published is made anew from what it was made of: no ladder of merges.
    let ours = origin?.made == head ? origin?.ours : head
    let situation = try situation(ours)
    let plan = SyncPlan(situation)
    if plan == .emptied, !sync.terms.republishes { throw SyncError.emptied(remote: remote.name) }
    guard let theirs else { return true }
    let known = [situation.published, ours].compactMap(\.self)
    let joining: Joining
    switch plan {
    case .nothing, .publish, .emptied: return true
    case .take:
      joining = try Joiner.take(theirs, healing: foreignMerges(situation, known), in: repository)
      report.action = .taken
    case .merge:
      guard let ours else { return true }
      joining = try Joiner.merge(
        ours,
        theirs,
        healing: foreignMerges(situation, known),
        in: repository
      )
      report.action = .merged
    case .rejoin:
      guard let ours else { return true }
      if !sync.terms.isDry { report.backup = try keep(ours) }
      joining = try Joiner.rejoin(
        ours,
        theirs,
        healing: foreignMerges(situation, known),
        in: repository
      )
      report.action = .rejoined
    }
    var came: [Commit] = []
    for id in try repository.commits(of: [theirs], without: known) {
      came.append(try repository.readCommit(id))
    }
    try note(came, at: theirs)
    if let ours {
      let bases = try repository.mergeBases(ours, theirs)
      try meetNamesake(of: ours, theirs, since: bases, situation)
      report.yielded = try Yielding(of: ours, in: joining.commit, since: bases)
        .outcome(of: came, in: repository)
    }
    report.merged = joining.outcome
    report.healed = joining.healed
    guard !sync.terms.isDry else {
      let new = try repository.commits(of: [joining.commit], without: [theirs])
      report.unpublished = new.count
      return true
    }
    return try land(joining.commit, over: head, from: ours)
  }

  /// Merges made without our rules, since we first looked: never in a history from before.
  private func foreignMerges(
    _ situation: SyncPlan.Situation,
    _ known: [ObjectID]
  ) throws(GitError) -> [ObjectID] {
    guard let theirs, situation.published != nil, situation.keepsPublished else { return [] }
    return try Joiner.foreignMerges(of: theirs, without: known, in: repository)
  }

  private mutating func land(
    _ commit: ObjectID,
    over head: ObjectID?,
    from ours: ObjectID?
  ) throws(any Error) -> Bool {
    let landing = Landing(
      from: head,
      on: commit,
      reason: "habit sync: \(report.action.rawValue) \(remote.name)",
      broken: Set(report.problems.map(\.path))
    )
    let changes = try repository.changes(from: head, to: commit)
    report.changed.formUnion(changes.compactMap { Layout(path: $0.path) })
    try warn(ofClocksAhead: changes)
    switch try sync.store.land(landing, by: sync.terms.writer) {
    case .overtaken: return false
    case .obstructed(let path): throw SyncError.obstructed(path: path)
    case .done(let warnings):
      report.warnings += warnings
      if let ours { origin = (ours, commit) }
      return true
    }
  }

  /// Names the devices whose clocks are ahead, by the stamps in what came.
  private mutating func warn(ofClocksAhead changes: [TreeChange]) throws(any Error) {
    let writer = sync.terms.writer
    let now = Stamp(utc: writer.clock.utc, device: writer.device)
    var ahead: [Device: Stamp] = [:]
    for change in changes {
      guard let new = change.new, new.isFile, Layout(path: change.path)?.isData == true else {
        continue
      }
      for text in try repository.blob(new.id).split(separator: UInt8(ascii: "\"")) {
        // A stamp has a Z behind its 20 bytes of time.
        guard text.count > 20, text[text.startIndex + 19] == UInt8(ascii: "Z"),
          let stamp = Stamp(String(decoding: text, as: UTF8.self)), now.isForeseen(by: stamp.moment)
        else { continue }
        ahead[stamp.device] = max(ahead[stamp.device] ?? stamp, stamp)
      }
    }
    for stamp in ahead.values.sorted() {
      let warning = "the clock of \(stamp.device) is ahead of this one: it changed something on "
      let text = warning + "\(stamp.moment)Z"
      if !report.warnings.contains(text) { report.warnings.append(text) }
    }
  }

  /// Tells when others write under our nickname; where we have never been, we take another.
  private mutating func meetNamesake(
    of ours: ObjectID,
    _ theirs: ObjectID,
    since bases: [ObjectID],
    _ situation: SyncPlan.Situation
  ) throws(any Error) {
    let nickname = Nickname(sync.terms.writer.device)
    // What was seen there before may have been written here, on another branch.
    let known = bases + [situation.published].compactMap(\.self)
    guard !hasMetNamesake,
      try nickname.isUsed(in: theirs, unknownTo: ours, since: known, of: repository)
    else { return }
    hasMetNamesake = true
    guard situation.published == nil, !sync.terms.isDeviceNamed else {
      report.warnings.append(sync.terms.namesakeWarning)
      return
    }
    let free = try nickname.free(in: theirs, of: repository)
    try sync.location.notes?.name(free)
    report.warnings.append(
      "another clone is \(sync.terms.writer.device); this one is \(free) from now on"
    )
  }

  /// Keeps our history from before a rewritten one reachable, once.
  private func keep(_ ours: ObjectID) throws(GitError) -> String {
    let prefix = "refs/habit/backup/\(sync.terms.writer.device)-"
    let known = try repository.references(matching: prefix + "*")
    if let same = known.first(where: { $0.id == ours }) { return same.name }
    let numbers = known.compactMap { Int($0.name.dropFirst(prefix.count)) }
    let name = "\(prefix)\((numbers.max() ?? 0) + 1)"
    try repository.move(name, from: nil, to: ours, reflog: "habit sync: kept")
    return name
  }

  /// Notes who made what came, and what of it is somebody's who is at another's files.
  private mutating func note(_ commits: [Commit], at theirs: ObjectID) throws(GitError) {
    let authors = Set(commits.filter { !Joiner.isOurs($0) }.map(\.author.name))
    report.came.count = commits.count
    report.came.authors = authors.sorted()
    // Who is alone has all the files.
    guard sync.terms.users.count > 1 else { return }
    report.othersEdits = try Acquaintance(of: sync.terms.writer.user, at: theirs, in: repository)
      .others(among: commits, in: repository)
  }

  /// Pushes what the remote lacks; false when somebody else has pushed meanwhile.
  private mutating func publish() throws(any Error) -> Bool {
    guard let head = try repository.head().commit else { return true }
    let new = try repository.commits(of: [head], without: [theirs].compactMap(\.self)).count
    // What other URLs have that are pushed to is known only by pushing.
    guard head != theirs && new > 0 || remote.pushesElsewhere else {
      if !sync.terms.isDry { try settle(at: head) }
      return true
    }
    if report.action == .none || !sync.terms.isDry { report.unpublished = new }
    guard !sync.terms.isDry else { return true }
    if new > 0 { sync.terms.progress("sending \(new) commits to \(remote.name)") }
    let pushed: Pushed
    do throws(GitError) {
      pushed = try repository.push(
        [Push(branch, to: target)],
        to: remote,
        as: sync.terms.writer.device.description,
        over: network
      )
    } catch {
      // It was there a moment ago: a server that only gives may call the repository unknown.
      guard error.kind == .remote(.notFound), !remote.pushesElsewhere else {
        throw SyncError(error, with: remote.name)
      }
      throw SyncError.unreachable(.denied, remote: remote.name, message: error.message)
    }
    switch pushed.verdicts[target] {
    case .accepted, nil:
      report.unpublished = 0
      report.went = pushed.isUpToDate ? 0 : new
      report.hub = try repository.directory(of: remote)
      // What was pushed elsewhere is not where it was fetched from.
      guard !remote.pushesElsewhere else {
        try settle(at: head)
        return true
      }
      theirs = head
      let tracking = "refs/remotes/\(remote.name)/\(target.branchName)"
      try unlessLocked { () throws(GitError) in
        try repository.move(
          tracking,
          from: repository.tip(of: tracking),
          to: head,
          reflog: "habit sync: published"
        )
      }
      try settle(at: head)
      return true
    case .moved(let reason):
      // Where it is not fetched from, what is there never comes here.
      if remote.pushesElsewhere, overtaken == .some(theirs) {
        throw SyncError.refused(remote: remote.name, reason: reason, remarks: pushed.remarks)
      }
      overtaken = .some(theirs)
      return false
    case .rejected(let reason):
      if reason.contains("currently checked out") || reason.contains("is a work tree") {
        throw SyncError.workTree(remote: remote.name)
      }
      throw SyncError.refused(remote: remote.name, reason: reason, remarks: pushed.remarks)
    }
  }

  /// Notes what the remote has now, and that the branch follows it from now on.
  private func settle(at head: ObjectID) throws(GitError) {
    if let theirs {
      let known = try repository.tip(of: published)
      if known != theirs {
        try repository.move(published, from: known, to: theirs, reflog: "habit sync: published")
      }
    }
    let name = branch.branchName
    guard try repository.setting("branch.\(name).remote") == nil else { return }
    try unlessLocked { () throws(GitError) in
      try repository.set("branch.\(name).remote", to: remote.name)
      try repository.set("branch.\(name).merge", to: target)
    }
  }
}
