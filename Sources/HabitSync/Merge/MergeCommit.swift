internal import Git
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import Posix

/// A commit that merges two histories, written but on no branch yet.
///
/// It is deterministic: two devices that merge the same, or one that does it again after a crash,
/// write the same commit. So it has a fixed identity, and the time of its youngest parent.
struct MergeCommit {
  let id: ObjectID
  let outcome: MergeOutcome

  private static let identity = (name: "habit", email: "habit@sync")

  /// Whether a commit is a merge or a restoration of ours, on whichever device it was made.
  static func isOurs(_ commit: Commit) -> Bool { commit.committer.email == identity.email }

  /// Whether a commit is a merge of ours that discarded no value.
  static func isHarmless(_ commit: Commit) -> Bool {
    isOurs(commit) && !commit.message.contains(MergeOutcome.discardMark)
  }

  /// Whether two commits have the same files, and each lacks nothing of the other's history but merges
  /// of ours.
  static func areAll(
    between one: ObjectID,
    _ other: ObjectID,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard try repository.tree(of: one) == repository.tree(of: other) else { return false }
    for (side, rest) in [(one, other), (other, one)] {
      for id in try repository.commits(of: [side], without: [rest]) {
        let commit = try repository.readCommit(id)
        guard isOurs(commit), commit.parents.count > 1 else { return false }
      }
    }
    return true
  }

  static func merge(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    in repository: borrowing Repository
  ) throws -> MergeCommit {
    let merged = try merged(ours, theirs, in: repository)
    let days = try MergedDays(of: merged, ours, theirs, in: repository)
    let commit = try merge(merged.draft, [ours, theirs], merged.outcome, days, in: repository)
    return MergeCommit(id: commit, outcome: merged.outcome)
  }

  /// Writes what some commits are merged to, on no branch.
  static func merge(
    _ draft: TreeDraft,
    _ parents: some Sequence<ObjectID>,
    _ outcome: MergeOutcome = MergeOutcome(),
    _ days: MergedDays? = nil,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let parents = parents.sorted()
    return try write(
      draft.write(in: repository),
      after: parents,
      outcome,
      days,
      seconds: youngest(of: parents, in: repository),
      in: repository
    )
  }

  /// Puts changes on top of a commit, with the time of the youngest of it and others.
  static func put(
    _ draft: TreeDraft,
    _ subject: String,
    _ restored: MergeOutcome = MergeOutcome(),
    from others: [ObjectID] = [],
    in repository: borrowing Repository
  ) throws -> ObjectID {
    try write(
      draft.write(in: repository),
      after: [draft.base],
      restored,
      subject: subject,
      seconds: youngest(of: [draft.base] + others, in: repository),
      in: repository
    )
  }

  /// Puts what is ours on top of a history that was rewritten; the old one is not brought
  /// back.
  static func rejoin(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    in repository: borrowing Repository
  ) throws -> MergeCommit {
    let merged = try merged(ours, theirs, in: repository)
    let tree = try merged.draft.write(in: repository)
    guard try tree != repository.tree(of: theirs) else {
      return MergeCommit(id: theirs, outcome: merged.outcome)
    }
    let commit = try write(
      tree,
      after: [theirs],
      merged.outcome,
      seconds: youngest(of: [ours, theirs], in: repository),
      in: repository
    )
    return MergeCommit(id: commit, outcome: merged.outcome)
  }

  private static func merged(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    in repository: borrowing Repository
  ) throws -> TreeMerge {
    try TreeMerge(ours, theirs, since: repository.mergeBases(ours, theirs), in: repository)
  }

  /// When the youngest of some commits was made, in seconds since 1970.
  ///
  /// A commit of a clock that is a day ahead or more does not count beside others: its time would be that
  /// of all later merges. Other devices come to the same.
  private static func youngest(
    of commits: [ObjectID],
    in repository: borrowing Repository
  ) throws -> Int {
    var times: [Int] = []
    for commit in commits { times.append(try repository.readCommit(commit).committer.seconds) }
    let tomorrow = SystemTime.now + 86_400
    return times.filter { $0 < tomorrow }.max() ?? times.min() ?? 0
  }

  private static func write(
    _ tree: ObjectID,
    after parents: [ObjectID],
    _ outcome: MergeOutcome,
    _ days: MergedDays? = nil,
    subject: String? = nil,
    seconds: Int,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let signature = Signature(
      name: MergeCommit.identity.name,
      email: MergeCommit.identity.email,
      seconds: seconds,
      offsetMinutes: 0
    )
    let parts = [(subject ?? outcome.subject) + "\n", outcome.body, days?.body ?? ""]
    return try repository.writeCommit(
      tree: tree,
      parents: parents,
      author: signature,
      committer: signature,
      message: parts.filter { !$0.isEmpty }.joined(separator: "\n")
    )
  }
}

extension MergeCommit {
  /// The commit that a plan asks for; nil when it asks for none.
  init?(
    _ plan: SyncPlan,
    of ours: ObjectID?,
    _ theirs: ObjectID,
    in repository: borrowing Repository
  ) throws {
    switch (plan, ours) {
    case (.take, _): self.init(id: theirs, outcome: MergeOutcome())
    case (.nothing, let ours?), (.publish, let ours?):
      self.init(id: ours, outcome: MergeOutcome())
    case (.merge, let ours?): self = try MergeCommit.merge(ours, theirs, in: repository)
    case (.rejoin, let ours?): self = try MergeCommit.rejoin(ours, theirs, in: repository)
    case (.emptied, _), (_, nil): return nil
    }
  }
}
