internal import Git
internal import HabitFiles
internal import HabitMerge

/// Two histories made one: the commits that say so, written but on no branch yet.
struct Joining {
  /// The newest commit.
  let commit: ObjectID
  /// What became of files that both sides had changed.
  let outcome: MergeOutcome
  /// What had been lost by merges made without our rules, and is put back.
  let healed: MergeOutcome
}

/// Writes the commits that join histories.
///
/// They are deterministic: two devices that merge the same, or one after a crash, make the same
/// commit. So they have a fixed identity, and the time of their youngest parent.
enum Joiner {
  /// Who is said to have made a merge: nobody's device.
  private static let identity = (name: "habit", email: "habit@sync")

  /// Whether a commit is a merge or a healing of ours, on whichever device it was made.
  static func isOurs(_ commit: Commit) -> Bool { commit.committer.email == identity.email }

  /// Whether a commit is a merge of ours in which nothing had to yield.
  static func isHarmless(_ commit: Commit) -> Bool {
    isOurs(commit) && !commit.message.contains(MergeOutcome.yielding)
  }

  /// Merges what came with ours.
  static func merge(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    healing foreign: [ObjectID],
    in repository: borrowing Repository
  ) throws(any Error) -> Joining {
    let merged = try merged(ours, theirs, in: repository)
    let commit = try write(
      merged.draft,
      after: [ours, theirs].sorted(),
      merged.outcome,
      in: repository
    )
    return try heal(commit, after: foreign, merged.outcome, in: repository)
  }

  /// Puts what is ours on top of a history that somebody has rewritten; the old one is not brought
  /// back.
  static func rejoin(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    healing foreign: [ObjectID],
    in repository: borrowing Repository
  ) throws(any Error) -> Joining {
    let merged = try merged(ours, theirs, in: repository)
    let tree = try merged.draft.write(in: repository)
    guard try tree != repository.tree(of: theirs) else {
      return try heal(theirs, after: foreign, merged.outcome, in: repository)
    }
    let commit = try write(
      tree,
      after: [theirs],
      merged.outcome,
      seconds: youngest(of: [ours, theirs], in: repository),
      in: repository
    )
    return try heal(commit, after: foreign, merged.outcome, in: repository)
  }

  /// Takes what came.
  static func take(
    _ theirs: ObjectID,
    healing foreign: [ObjectID],
    in repository: borrowing Repository
  ) throws(any Error) -> Joining {
    try heal(theirs, after: foreign, MergeOutcome(), in: repository)
  }

  private static func merged(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    in repository: borrowing Repository
  ) throws(any Error) -> TreeMerge {
    try TreeMerge(ours, theirs, since: repository.mergeBases(ours, theirs), in: repository)
  }

  private static func write(
    _ draft: Draft,
    after parents: [ObjectID],
    _ outcome: MergeOutcome,
    in repository: borrowing Repository
  ) throws(any Error) -> ObjectID {
    try write(
      draft.write(in: repository),
      after: parents,
      outcome,
      seconds: youngest(of: parents, in: repository),
      in: repository
    )
  }

  /// When the youngest of some commits was made, in seconds since 1970.
  private static func youngest(
    of commits: [ObjectID],
    in repository: borrowing Repository
  ) throws(GitError) -> Int {
    var youngest = 0
    for commit in commits {
      youngest = max(youngest, try repository.readCommit(commit).committer.seconds)
    }
    return youngest
  }

  private static func write(
    _ tree: ObjectID,
    after parents: [ObjectID],
    _ outcome: MergeOutcome,
    subject: String? = nil,
    seconds: Int,
    in repository: borrowing Repository
  ) throws(GitError) -> ObjectID {
    let signature = Signature(
      name: Joiner.identity.name,
      email: Joiner.identity.email,
      seconds: seconds,
      offsetMinutes: 0
    )
    let body = outcome.body
    let message = (subject ?? outcome.subject) + (body.isEmpty ? "" : "\n\n" + body)
    return try repository.writeCommit(
      tree: tree,
      parents: parents,
      author: signature,
      committer: signature,
      message: message
    )
  }
}

// MARK: Healing

extension Joiner {
  /// The merges among what came that were made without our rules.
  ///
  /// - Parameters:
  ///   - theirs: The newest commit that came.
  ///   - known: Commits whose history is known already.
  ///   - repository: Where they all are.
  /// - Returns: The merges, the oldest first: what a later one lost again is put back last.
  /// - Throws: when the history cannot be read.
  static func foreignMerges(
    of theirs: ObjectID,
    without known: [ObjectID],
    in repository: borrowing Repository
  ) throws(GitError) -> [ObjectID] {
    var found: [ObjectID] = []
    for id in try repository.commits(of: [theirs], without: known) {
      let commit = try repository.readCommit(id)
      if commit.parents.count == 2, !Joiner.isOurs(commit) {
        found.append(id)
      }
    }
    return found.reversed()
  }

  /// Puts back what those merges lost, in one commit on top.
  private static func heal(
    _ head: ObjectID,
    after foreign: [ObjectID],
    _ outcome: MergeOutcome,
    in repository: borrowing Repository
  ) throws(any Error) -> Joining {
    var draft = Draft(on: head)
    var healed = MergeOutcome()
    for merge in foreign { try heal(&draft, after: merge, &healed, in: repository) }
    guard !draft.isEmpty else {
      return Joining(commit: head, outcome: outcome, healed: healed)
    }
    let commit = try write(
      draft.write(in: repository),
      after: [head],
      healed,
      subject: "heal: what a merge without habit's rules had lost",
      seconds: youngest(of: [head], in: repository),
      in: repository
    )
    return Joining(commit: commit, outcome: outcome, healed: healed)
  }

  private static func heal(
    _ draft: inout Draft,
    after id: ObjectID,
    _ healed: inout MergeOutcome,
    in repository: borrowing Repository
  ) throws(any Error) {
    let commit = try repository.readCommit(id)
    let (ours, theirs) = (commit.parents[0], commit.parents[1])
    let bases = try repository.mergeBases(ours, theirs)
    for change in try repository.changes(from: ours, to: theirs) {
      guard let layout = Layout(path: change.path), case .year = layout,
        let merge = FileMerge(layout), let old = change.old, let new = change.new, old.isFile,
        new.isFile, let merged = try repository.file(change.path, of: id),
        let head = try draft.bytes(of: change.path, in: repository),
        let entry = try draft.entry(at: change.path, in: repository)
      else { continue }
      let (mine, its) = (try repository.blob(old.id), try repository.blob(new.id))
      var known: [[UInt8]] = []
      for base in bases {
        if let bytes = try repository.file(change.path, of: base) { known.append(bytes) }
      }
      do throws(MergeRefusal) {
        let result = try merge.healing(head, after: merged, of: mine, its, since: known)
        guard result.bytes != head else { continue }
        draft.set(change.path, .made(result.bytes, like: entry))
        healed.add(result, layout)
      } catch {
        // What cannot be read was merged by somebody's hand, who knew why.
      }
    }
  }
}
