internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// A sync under way, to be read from top to bottom: ``run()`` goes from step to step.
///
/// Where it is, and what is told of it, changes in this file alone; what is found out elsewhere is given back.
struct SyncRun: ~Copyable {
  let sync: Sync
  let repository: Repository
  let remote: Remote
  let network: Network
  let timeout: Timeout
  /// The branch here, by its full name.
  let branch: String
  private(set) var place: Place
  private(set) var report: SyncReport

  /// Where a sync is.
  struct Place {
    /// Whose files may have been edited; nil where that is yet to be looked for.
    var touched: [UserID]?
    /// What the remote had when it was last asked; nil before.
    var known: Advertisement?
    /// The branch there that is exchanged with.
    var there: RemoteBranch
    /// Other branches there of which everything is merged: the one that ours follows, where another is
    /// pushed to, and a synchroniser's copies.
    var others: [RemoteBranch] = []
    /// What had not been published before others pushed meanwhile: merges start from it again.
    var origin: (ours: ObjectID, made: ObjectID)?
    /// The commit here that has only merges which the remote lacks, as the remote has which this one lacks.
    var settled: ObjectID?
    /// The newest commit there when others had pushed meanwhile.
    var overtaken: ObjectID??
    /// Whether another clone was found to write under the nickname of this one.
    var hasClash = false
  }

  private static let mostTurns = 200

  init(
    _ sync: Sync,
    in repository: consuming Repository,
    with name: String?,
    _ touched: [UserID]?
  ) throws {
    if let operation = repository.operation { throw StoreError.busy(operation: operation.rawValue) }
    let head = try repository.head()
    guard let branch = head.branch else { throw StoreError.detachedHead }
    let remote = try repository.meantRemote(name, for: branch)
    let place = Place(touched: touched, there: RemoteBranch(remote: remote.name, name: branch))
    self.init(sync, in: repository, on: branch, with: remote, at: place)
  }

  /// What cannot fail: Swift 6.2 makes no value that is not copied of an init that throws halfway.
  private init(
    _ sync: Sync,
    in repository: consuming Repository,
    on branch: String,
    with remote: Remote,
    at place: Place
  ) {
    self.sync = sync
    self.branch = branch
    self.remote = remote
    self.place = place
    self.report = SyncReport(remote: remote.name, root: sync.location.root)
    self.timeout = Timeout(at: sync.deadline)
    self.network = Network(sync.terms, until: sync.deadline)
    self.repository = repository
  }

  /// Makes one history and publishes it, again where a file was saved, committed or pushed meanwhile.
  mutating func run(after repairs: [String]) throws {
    report.warnings += repairs
    if let warning = try clashWarning { warn([warning]) }
    var (step, turn) = (SyncStep.takeIn, 0)
    while step != .done {
      do {
        let ending = try take(step)
        if ending != .well {
          guard timeout.hasTimeLeft, turn + 1 < SyncRun.mostTurns else {
            throw ending == .overtakenHere
              ? StoreError.restless(path: sync.location.root) as any Error
              : SyncError.unpublished(remote: remote.name)
          }
          if ending == .overtakenThere {
            // Full jitter: between nothing and ever longer, 2 s at most.
            let longest = min(2, 0.05 * Double(1 << min(turn, 10)))
            timeout.pause(seconds: Double.random(in: 0...longest))
          }
          turn += 1
        }
        step = step.next(after: ending, isAsked: place.known != nil)
      } catch  where turn > 0 && [.ask, .publish].contains(step) && !timeout.hasTimeLeft {
        throw SyncError.unpublished(remote: remote.name)
      }
    }
    if sync.terms.restoresAll, !sync.terms.isDry { try forgetLosses() }
  }

  private mutating func take(_ step: SyncStep) throws -> SyncStep.Ending {
    switch step {
    case .takeIn where sync.terms.isDry, .mend where sync.terms.isDry, .done: return .well
    case .takeIn: try takeIn()
    case .ask: try ask()
    case .merge: return try mergeAll() ? .well : .overtakenHere
    case .mend: try mend()
    case .publish: return try publish() ? .well : .overtakenThere
    }
    return .well
  }

  private mutating func warn(_ warnings: [String]) {
    report.warnings += warnings.filter { !report.warnings.contains($0) }
  }
}

// MARK: Before anything is asked

extension SyncRun {
  private mutating func takeIn() throws {
    report.problems = []
    let users = sync.terms.users
    let edited = try Set(place.touched ?? sync.store.usersTouched(among: users))
      .union(sync.store.usersStaged(among: users, in: repository))
    place.touched = nil
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
}

// MARK: What is there

extension SyncRun {
  private mutating func ask() throws {
    sync.terms.progress("asking \(remote.name)")
    try checkBranchFile()
    let known: Advertisement
    do {
      do {
        known = try download()
      } catch {
        let damaged = try mendReferences()
        guard !damaged.isEmpty else { throw error }
        report.warnings += damaged.map { "git could not read .git/\($0); it was put right" }
        known = try download()
      }
    } catch {
      throw SyncError(error, with: remote.name)
    }
    (place.known, place.there, place.others) = (known, try chosenBranch(among: known), [])
    if let other = try otherSource(among: known) { place.others.append(other) }
    try check(known, at: place.there.tip)
    if let tip = place.there.tip, !sync.terms.isDry { try remember(tip, as: place.there.tracking) }
    let (copies, warnings) = try copies(of: place.there, among: known)
    place.others += copies
    warn(warnings)
  }
}

// MARK: One history

extension SyncRun {
  /// Merges what all branches there have; false when another process changed something meanwhile.
  private mutating func mergeAll() throws -> Bool {
    for other in place.others {
      let head = try branchTip()
      guard try merge(with: other) else { return false }
      guard !sync.terms.isDry else { continue }
      // The next merge is one of its own.
      if try branchTip() != head { place.origin = nil }
      guard !ReferenceName.isCopy(other.name, of: place.there.name), let tip = other.tip else {
        continue
      }
      try remember(tip, as: other.published)
    }
    return try merge(with: place.there)
  }

  /// Brings what came to the branch and the work files; false when another process changed
  /// something meanwhile.
  private mutating func merge(with there: RemoteBranch) throws -> Bool {
    let head = try branchTip()
    // Redoes an unpublished merge from its original parents, so that retries don't stack merges.
    let ours = place.origin?.made == head ? place.origin?.ours : head
    let situation = try situation(ours, there)
    var plan = SyncPlan(situation)
    place.settled = nil
    if plan == .emptied, !sync.terms.republishes, sync.terms.target == nil {
      throw SyncError.emptied(
        remote: remote.name,
        branch: there.name.branchName,
        renamed: try renamedBranch(of: there)
      )
    }
    guard let theirs = there.tip,
      var merge = try MergeCommit(plan, of: ours, theirs, in: repository)
    else { return true }
    if let action = plan.action { report.action = action }
    if plan == .rejoin, let ours, !sync.terms.isDry { report.backup = try keep(ours) }
    var commit = try restore(on: merge.id, situation)
    if situation.hasOnlyMerges, commit != ours, let ours {
      // What is put back has to get there.
      plan = .merge
      merge = try MergeCommit.merge(ours, theirs, in: repository)
      commit = try restore(on: merge.id, situation)
    }
    if let ours, let published = situation.published {
      let pulled = try pulled(ours, theirs, since: published)
      if !pulled.isEmpty {
        let what = try whatCame(pulled, from: published, to: ours, since: [])
        // What is lost besides was removed here.
        note(what.removals.filter { $0.commit != nil })
      }
    }
    if plan != .nothing, plan != .publish {
      report.merged = merge.outcome
      try explain(ours, theirs, commit, situation)
    } else if commit == ours {
      if situation.hasOnlyMerges { place.settled = ours }
      return true
    }
    guard !sync.terms.isDry else {
      report.unpublished = try repository.commits(of: [commit], without: [theirs]).count
      return true
    }
    return try checkOut(commit, over: head, from: ours)
  }

  /// Puts on top of a commit what foreign merges lost; the commit itself when they lost nothing.
  private mutating func restore(
    on commit: ObjectID,
    _ situation: SyncPlan.Situation
  ) throws -> ObjectID {
    guard let restoration = try restoration(on: commit, situation) else { return commit }
    let restored = try restoration.commit(in: repository)
    if restored != commit {
      (report.restored, report.restoration) = (restoration.restored, restored.hex)
    }
    report.older = restoration.older
    if !restoration.lost.conflicts.isEmpty { report.lost = restoration.lost }
    return restored
  }

  /// Notes who made what came, and what it did to the user's files in the result.
  private mutating func explain(
    _ ours: ObjectID?,
    _ theirs: ObjectID,
    _ result: ObjectID,
    _ situation: SyncPlan.Situation
  ) throws {
    let known = [situation.published, ours].compactMap(\.self)
    let came = try commits(of: [theirs], without: known)
    let authors = Set(came.filter { !MergeCommit.isOurs($0) }.map(\.author.name))
    report.came = SyncReport.Commits(count: came.count, authors: authors.sorted())
    let bases = try ours.map { ours in try repository.mergeBases(ours, theirs) } ?? []
    let what = try whatCame(came, from: ours, to: result, since: bases)
    note(what.removals)
    report.overridden = what.overridden
    // Who is alone, there too, has all the files.
    if try sync.terms.users.count > 1 || MergedDays.isShared([theirs], in: repository) {
      report.othersEdits = what.othersEdits
    }
    if let ours, !place.hasClash {
      let known = bases + [situation.published].compactMap(\.self)
      let warnings = try takeNickname(of: ours, theirs, since: known)
      place.hasClash = !warnings.isEmpty
      warn(warnings)
    }
  }

  private mutating func note(_ removals: [Removal]) {
    report.removals.removeAll { known in removals.contains { $0.commit == known.commit } }
    report.removals += removals
  }

  private mutating func checkOut(
    _ commit: ObjectID,
    over head: ObjectID?,
    from ours: ObjectID?
  ) throws -> Bool {
    let checkout = Checkout(
      of: branch,
      from: head,
      on: commit,
      reason: "habit sync: \(report.action.rawValue) \(remote.name)",
      broken: Set(report.problems.map(\.path))
    )
    let changes = try repository.changes(from: head, to: commit)
    report.changed.formUnion(changes.compactMap { Layout(path: $0.path) })
    warn(try clocksAhead(in: changes))
    switch try sync.store.checkOut(checkout, by: sync.terms.writer) {
    case .overtaken: return false
    case .obstructed(let path): throw SyncError.obstructed(path: path)
    case .done(let warnings):
      report.warnings += warnings
      if let ours { place.origin = (ours, commit) }
      return true
    }
  }

  /// Joins both sides of conflict markers in what came and in what is to be published, and gives the
  /// acting user's habits that lost their definitions the last ones back.
  private mutating func mend() throws {
    let (repairs, problems) = try joinMarkers()
    report.manualEdits += repairs
    report.problems += problems
    let writer = sync.terms.writer
    guard let head = try branchTip(),
      try sync.store.lacksDefinition(of: writer.user, at: head.hex)
    else { return }
    report.warnings += try sync.store.restoreDefinitions(by: writer)
  }
}

// MARK: Publishing

extension SyncRun {
  /// Pushes what the remote lacks; false when another device has pushed meanwhile.
  private mutating func publish() throws -> Bool {
    guard let head = try branchTip() else { return true }
    let known = [place.there.tip].compactMap(\.self)
    let new =
      try head == place.settled ? 0 : repository.commits(of: [head], without: known).count
    // What other URLs have that are pushed to is known only by pushing.
    guard head != place.there.tip && new > 0 || remote.pushesElsewhere else {
      if !sync.terms.isDry { try settle() }
      return true
    }
    if report.action == .none || !sync.terms.isDry { report.unpublished = new }
    if new > 0, !sync.terms.isDry {
      sync.terms.progress("sending \(counted(new, "commit")) to \(remote.name)")
    }
    let pushed = try push(branch, isDry: sync.terms.isDry)
    switch pushed.verdict {
    case .rejected(let reason) where sync.terms.isDry:
      throw SyncError.refused(PushRefusal(of: pushed, by: remote, reason))
    case _ where sync.terms.isDry: return true
    case .accepted:
      report.unpublished = 0
      report.went = pushed.isUpToDate ? 0 : new
      report.hub = try repository.directory(of: remote)
      // What was pushed elsewhere is not where it was fetched from.
      if !remote.pushesElsewhere {
        if let hub = report.hub {
          Repository.pointHead(of: hub, to: place.there.name, over: network)
        }
        place.there.tip = head
        try remember(head, as: place.there.tracking)
      }
      try settle()
      return true
    case .moved(let reason):
      // Where it is not fetched from, what is there never comes here.
      if remote.pushesElsewhere, place.overtaken == .some(place.there.tip) {
        throw SyncError.refused(PushRefusal(of: pushed, by: remote, reason))
      }
      place.overtaken = .some(place.there.tip)
      return false
    case .rejected(let reason):
      if reason.contains("currently checked out") || reason.contains("is a work tree") {
        throw SyncError.workTree(remote: remote.name)
      }
      return try publishOwn(of: head, after: PushRefusal(of: pushed, by: remote, reason))
    }
  }

  /// Does what can be done about a refusal: where the remote may mind files of others, the user's own
  /// are sent without them.
  ///
  /// The result is true when the remote has everything; else it throws the refusal.
  private mutating func publishOwn(
    of head: ObjectID,
    after refusal: PushRefusal
  ) throws -> Bool {
    var refusal = refusal
    if refusal.isOfBranch { refusal.otherBranch = "\(sync.terms.writer.device)" }
    guard let theirs = place.there.tip else { throw SyncError.refused(refusal) }
    let paths = try foreignPaths(from: theirs, to: head)
    guard !paths.isEmpty else { throw SyncError.refused(refusal) }
    if let own = try ownRecords(of: head, on: theirs) {
      guard try sendOwn(own) else { throw SyncError.refused(refusal) }
      place.there.tip = own
      report.went += 1
      try remember(own, as: place.there.tracking)
      try remember(own, as: place.there.published)
      refusal.sentOwn = true
    }
    let sent = place.there.tip ?? theirs
    guard try repository.tree(of: head) == repository.tree(of: sent) else {
      refusal.paths = paths
      refusal.branch = "\(remote.name)/\(place.there.name.branchName)"
      throw SyncError.refused(refusal)
    }
    // What the remote minds was withdrawn: without the commits in between it is all there.
    report.backup = try keep(head)
    guard try checkOut(sent, over: head, from: nil) else { return false }
    report.unpublished = 0
    return true
  }
}
