internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

extension SyncRun {
  private static let mostTurns = 200

  /// Makes one history and pushes it, again when a file was saved, committed or pushed meanwhile.
  mutating func mergeAndPublish() throws {
    for turn in 0..<SyncRun.mostTurns {
      guard try mergeSources(), try merge() else {
        guard timeout.hasTimeLeft, turn + 1 < SyncRun.mostTurns else {
          throw StoreError.restless(path: sync.location.root)
        }
        try commitManualEdits()
        continue
      }
      try resolveMarkers()
      try restoreDefinitions()
      do {
        if try publish() { return }
      } catch  where turn > 0 && !timeout.hasTimeLeft {
        throw SyncError.unpublished(remote: remote.name)
      }
      guard timeout.hasTimeLeft else { throw SyncError.unpublished(remote: remote.name) }
      // Full jitter: between nothing and ever longer, 2 s at most.
      let longest = min(2, 0.05 * Double(1 << min(turn, 10)))
      timeout.pause(seconds: Double.random(in: 0...longest))
      do {
        try fetch()
      } catch  where !timeout.hasTimeLeft {
        throw SyncError.unpublished(remote: remote.name)
      }
    }
    throw SyncError.unpublished(remote: remote.name)
  }

  /// Merges what other branches have than the one that is pushed to; false when another process changed
  /// something meanwhile.
  private mutating func mergeSources() throws -> Bool {
    let (named, tip) = (target, theirs)
    defer { (target, theirs) = (named, tip) }
    for source in sources {
      (target, theirs) = source
      let head = try branchTip()
      guard try merge() else { return false }
      guard !sync.terms.isDry else { continue }
      // The next merge is one of its own.
      if try branchTip() != head { origin = nil }
      guard !ReferenceName.isCopy(source.branch, of: named) else { continue }
      try remember(source.tip, as: published.name)
    }
    return true
  }

  /// Brings what came to the branch and the work files; false when another process changed
  /// something meanwhile.
  private mutating func merge() throws -> Bool {
    let head = try branchTip()
    // Redoes an unpublished merge from its original parents, so that retries don't stack merges.
    let ours = origin?.made == head ? origin?.ours : head
    let situation = try situation(ours)
    var plan = SyncPlan(situation)
    settled = nil
    if plan == .emptied, !sync.terms.republishes, sync.terms.target == nil {
      throw SyncError.emptied(
        remote: remote.name,
        branch: target.branchName,
        renamed: try renamedBranch
      )
    }
    guard let theirs, var merge = try write(plan, merging: ours, with: theirs) else { return true }
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
      if situation.hasOnlyMerges { settled = ours }
      return true
    }
    guard !sync.terms.isDry else {
      report.unpublished = try repository.commits(of: [commit], without: [theirs]).count
      return true
    }
    return try checkOut(commit, over: head, from: ours)
  }

  /// Writes the commits that a plan asks for; nil when it asks for none.
  private mutating func write(
    _ plan: SyncPlan,
    merging ours: ObjectID?,
    with theirs: ObjectID
  ) throws -> MergeCommit? {
    guard plan != .take else {
      report.action = .taken
      return MergeCommit(id: theirs, outcome: MergeOutcome())
    }
    guard let ours else { return nil }
    switch plan {
    case .emptied, .take: return nil
    case .nothing, .publish: return MergeCommit(id: ours, outcome: MergeOutcome())
    case .merge:
      report.action = .merged
      return try MergeCommit.merge(ours, theirs, in: repository)
    case .rejoin:
      if !sync.terms.isDry { report.backup = try keep(ours) }
      report.action = .rejoined
      return try MergeCommit.rejoin(ours, theirs, in: repository)
    }
  }

  /// The commits that came, each before its parents.
  private func came(
    _ ours: ObjectID?,
    _ theirs: ObjectID,
    _ situation: SyncPlan.Situation
  ) throws -> [Commit] {
    let known = [situation.published, ours].compactMap(\.self)
    var came: [Commit] = []
    for id in try repository.commits(of: [theirs], without: known) {
      came.append(try repository.readCommit(id))
    }
    return came
  }

  /// The commits that git itself has brought since they were last seen published, each before its parents.
  private func pulled(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    since published: ObjectID
  ) throws -> [Commit] {
    guard try repository.isAncestor(published, of: ours) else { return [] }
    let common = try repository.mergeBases(ours, theirs)
    let known = try PublishedReference.allTips(in: repository)
    guard try !repository.commits(of: common, without: known).isEmpty else { return [] }
    let log = try repository.log(of: branch).filter { $0.message.hasPrefix("habit") }
    // What a sync brought that then could not publish was told by that sync.
    let synced = log.first { $0.message.hasPrefix("habit sync: ") }?.new
    let own = Set(log.compactMap(\.new))
    var pulled: [Commit] = []
    for id in try repository.commits(of: common, without: known + [synced].compactMap(\.self))
    where !own.contains(id) {
      pulled.append(try repository.readCommit(id))
    }
    return pulled
  }

  private func whatCame(
    _ commits: [Commit],
    from ours: ObjectID?,
    to result: ObjectID,
    since bases: [ObjectID]
  ) throws -> WhatCame {
    let writer = sync.terms.writer
    return try WhatCame(commits, from: ours, to: result, since: bases, for: writer, in: repository)
  }

  private mutating func note(_ removals: [Removal]) {
    report.removals.removeAll { known in removals.contains { $0.commit == known.commit } }
    report.removals += removals
  }

  /// Notes who made what came, and what it did to the user's files in the result.
  private mutating func explain(
    _ ours: ObjectID?,
    _ theirs: ObjectID,
    _ result: ObjectID,
    _ situation: SyncPlan.Situation
  ) throws {
    let came = try came(ours, theirs, situation)
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
    if let ours {
      try checkNickname(of: ours, theirs, since: bases + [situation.published].compactMap(\.self))
    }
  }

  func situation(_ ours: ObjectID?) throws -> SyncPlan.Situation {
    var situation = SyncPlan.Situation()
    (situation.ours, situation.theirs) = (ours, theirs)
    situation.published = try published.tip(in: repository)
    guard let theirs else { return situation }
    if let ours {
      situation.isBehind = try repository.isAncestor(ours, of: theirs)
      situation.isAhead = try repository.isAncestor(theirs, of: ours)
      // What other URLs have that are pushed to is not known here.
      if !situation.isBehind, !situation.isAhead, !remote.pushesElsewhere {
        situation.hasOnlyMerges = try MergeCommit.areAll(between: ours, theirs, in: repository)
      }
    }
    if let published = situation.published {
      situation.keepsPublished = false
      for tip in [theirs] + sources.map(\.tip) where !situation.keepsPublished {
        situation.keepsPublished = try repository.isAncestor(published, of: tip)
      }
    }
    return situation
  }

  mutating func checkOut(
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
    try warn(ofClocksAhead: changes)
    switch try sync.store.checkOut(checkout, by: sync.terms.writer) {
    case .overtaken: return false
    case .obstructed(let path): throw SyncError.obstructed(path: path)
    case .done(let warnings):
      report.warnings += warnings
      if let ours { origin = (ours, commit) }
      return true
    }
  }

  /// Names the devices whose clocks are ahead, by the stamps in what came.
  private mutating func warn(ofClocksAhead changes: [TreeChange]) throws {
    let writer = sync.terms.writer
    let now = Stamp(utc: writer.clock.utc, device: writer.device)
    var ahead: [Device: Stamp] = [:]
    // One large file may have any number of names.
    var seen: Set<ObjectID> = []
    for change in changes {
      guard let new = change.new, new.isFile, Layout(path: change.path)?.isData == true,
        seen.insert(new.id).inserted
      else { continue }
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

  /// Keeps our history from before a rewritten one reachable, once.
  func keep(_ ours: ObjectID) throws -> String {
    let prefix = "refs/habit/backup/\(sync.terms.writer.device)-"
    let known = try repository.references(matching: prefix + "*")
    if let same = known.first(where: { $0.id == ours }) { return same.name.description }
    let numbers = known.compactMap { $0.name.text.flatMap { Int($0.dropFirst(prefix.count)) } }
    let name = "\(prefix)\((numbers.filter { $0 < .max }.max() ?? 0) + 1)"
    try repository.move(name, from: nil, to: ours, reflog: "habit sync: kept")
    return name
  }
}
