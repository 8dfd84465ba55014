internal import Git
internal import HabitCore
internal import HabitStore

// What merges without our rules lost.

extension SyncRun {
  /// Where merges are kept that lost entries of other users, until the user asks for those.
  private static let lost = "refs/habit/lost/"

  /// Puts on top of a commit what foreign merges lost since the remote was last seen; the commit itself
  /// when they lost nothing.
  ///
  /// It does not matter who fetched them. What was lost before this clone was made stays as it is.
  mutating func restore(
    on commit: ObjectID,
    _ situation: SyncPlan.Situation
  ) throws -> ObjectID {
    guard let published = situation.published, let theirs = situation.theirs else { return commit }
    let user = sync.terms.restoresAll ? nil : sync.terms.writer.user
    var restoration = Restoration(on: commit, of: user)
    for merge in try foreignMerges(since: published, theirs, situation) {
      if try restoration.restore(merge, in: repository), !sync.terms.isDry {
        try remember(merge.result, as: SyncRun.lost + merge.result.hex)
      }
    }
    let restored = try restoration.commit(in: repository)
    if restored != commit {
      (report.restored, report.restoration) = (restoration.restored, restored.hex)
    }
    report.older = restoration.older
    if !restoration.lost.conflicts.isEmpty { report.lost = restoration.lost }
    return restored
  }

  /// The foreign merges since a commit, the oldest first: what a later one lost again is put back last.
  private func foreignMerges(
    since published: ObjectID,
    _ theirs: ObjectID,
    _ situation: SyncPlan.Situation
  ) throws -> [ForeignMerge] {
    var merges: [ForeignMerge] = []
    if sync.terms.restoresAll {
      for kept in try repository.references(matching: SyncRun.lost + "*") {
        let merge = try ForeignMerge(readIn: repository, as: repository.readCommit(kept.id))
        if let merge { merges.append(merge) }
      }
    }
    guard situation.keepsPublished else {
      return try repository.hasCommit(published)
        ? merges + [ForeignMerge(of: published, into: theirs)] : merges
    }
    let heads = [theirs, situation.ours].compactMap(\.self)
    for id in try repository.commits(of: heads, without: [published]) {
      let merge = try ForeignMerge(readIn: repository, as: repository.readCommit(id))
      if let merge, !merges.contains(merge) { merges.append(merge) }
    }
    return merges.reversed()
  }

  /// Lets go of the merges that lost entries of other users, when everybody's are back.
  func forgetLosses() throws {
    guard sync.terms.restoresAll, !sync.terms.isDry else { return }
    for kept in try repository.references(matching: SyncRun.lost + "*") {
      try repository.delete(kept.name, at: kept.id)
    }
  }
}
