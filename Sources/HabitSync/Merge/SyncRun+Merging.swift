internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitStore

// What both sides have, and what came.

extension SyncRun {
  /// The newest commit of our branch, which is still checked out; nil before the first.
  func branchTip() throws -> ObjectID? {
    let head = try repository.head()
    guard head.branch == branch else { throw SyncError.switched(from: branch.branchName) }
    return head.commit
  }

  func situation(_ ours: ObjectID?, _ there: RemoteBranch) throws -> SyncPlan.Situation {
    var situation = SyncPlan.Situation()
    (situation.ours, situation.theirs) = (ours, there.tip)
    situation.published = try there.published(in: repository)
    guard let theirs = there.tip else { return situation }
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
      for tip in [theirs] + place.others.compactMap(\.tip) where !situation.keepsPublished {
        situation.keepsPublished = try repository.isAncestor(published, of: tip)
      }
    }
    return situation
  }

  /// Commits that some follow and others do not, each before its parents.
  func commits(of tips: [ObjectID], without known: [ObjectID]) throws -> [Commit] {
    try repository.commits(of: tips, without: known).map { try repository.readCommit($0) }
  }

  /// The commits that git itself has brought since they were last seen published, each before its parents.
  func pulled(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    since published: ObjectID
  ) throws -> [Commit] {
    guard try repository.isAncestor(published, of: ours) else { return [] }
    let common = try repository.mergeBases(ours, theirs)
    let known = try RemoteBranch.allPublished(in: repository)
    guard try !repository.commits(of: common, without: known).isEmpty else { return [] }
    let log = try repository.log(of: branch).filter { $0.message.hasPrefix("habit") }
    // What a sync brought that then could not publish was told by that sync.
    let synced = log.first { $0.message.hasPrefix("habit sync: ") }?.new
    let own = Set(log.compactMap(\.new))
    return try commits(of: common, without: known + [synced].compactMap(\.self))
      .filter { !own.contains($0.id) }
  }

  func whatCame(
    _ commits: [Commit],
    from ours: ObjectID?,
    to result: ObjectID,
    since bases: [ObjectID]
  ) throws -> WhatCame {
    let writer = sync.terms.writer
    return try WhatCame(commits, from: ours, to: result, since: bases, for: writer, in: repository)
  }

  /// Names the devices whose clocks are ahead, by the stamps in what came.
  func clocksAhead(in changes: [TreeChange]) throws -> [String] {
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
    return ahead.values.sorted().map { stamp in
      "the clock of \(stamp.device) is ahead of this one: it changed something on \(stamp.moment)Z"
    }
  }
}
