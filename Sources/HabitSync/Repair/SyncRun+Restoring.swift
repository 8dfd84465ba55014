internal import Git
internal import HabitCore
internal import HabitStore

// What merges without our rules lost.

extension SyncRun {
  /// Where merges are kept that lost entries of other users, until the user asks for those.
  private static let lost = "refs/habit/lost/"

  /// What foreign merges lost since the remote was last seen, to be put on top of a commit; nil where that
  /// is not known.
  ///
  /// It does not matter who fetched them. What was lost before this clone was made stays as it is.
  func restoration(
    on commit: ObjectID,
    _ situation: SyncPlan.Situation
  ) throws -> Restoration? {
    guard let published = situation.published, let theirs = situation.theirs else { return nil }
    let user = sync.terms.restoresAll ? nil : sync.terms.writer.user
    var restoration = Restoration(on: commit, of: user)
    for merge in try foreignMerges(since: published, theirs, situation) {
      if try restoration.restore(merge, in: repository), !sync.terms.isDry {
        try remember(merge.result, as: SyncRun.lost + merge.result.hex)
      }
    }
    return restoration
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
    for commit in try commits(of: heads, without: [published]) {
      let merge = try ForeignMerge(readIn: repository, as: commit)
      if let merge, !merges.contains(merge) { merges.append(merge) }
    }
    return merges.reversed()
  }

  /// Lets go of the merges that lost entries of other users, when everybody's are back.
  func forgetLosses() throws {
    for kept in try repository.references(matching: SyncRun.lost + "*") {
      try repository.delete(kept.name, at: kept.id)
    }
  }
}
