internal import Git
internal import HabitFiles
internal import HabitMerge

/// What stood here and had to yield when another device merged it with its own.
///
/// Who merges is told what yields; the others only see a commit that came. So the merges among what
/// came are made again: a merge is a pure function of its parents.
struct Yielding {
  private let ours: ObjectID
  private let joined: ObjectID
  private let known: Set<ObjectID>

  /// The most merges of one sync that are made again.
  private static let mostMerges = 100

  /// - Parameters:
  ///   - ours: What was here.
  ///   - joined: What is here now.
  ///   - bases: What of ours the remote had.
  init(of ours: ObjectID, in joined: ObjectID, since bases: [ObjectID]) {
    self.ours = ours
    self.joined = joined
    self.known = Set(bases)
  }

  /// What yielded in these commits, which stand before their parents; of each field once.
  func outcome(
    of commits: [Commit],
    in repository: borrowing Repository
  ) throws(any Error) -> MergeOutcome {
    var outcome = MergeOutcome()
    var told: Set<Place> = []
    for merge in merges(commits).prefix(Yielding.mostMerges) {
      let bases = try repository.mergeBases(merge.mine, merge.theirs)
      for meeting in Yielding.meetings(of: merge, since: bases, in: repository) {
        var decisions: [Decision] = []
        for decision in meeting.decisions where decision.side == .ours {
          guard let final = try final(decision, meeting.layout, in: repository),
            told.insert(Place(meeting.layout, decision)).inserted
          else { continue }
          decisions.append(final)
        }
        outcome.add(decisions, of: meeting.layout)
      }
    }
    return outcome
  }

  /// What met in a merge; nothing where somebody's hand must have made it.
  private static func meetings(
    of merge: (mine: ObjectID, theirs: ObjectID),
    since bases: [ObjectID],
    in repository: borrowing Repository
  ) -> [MergeOutcome.Meeting] {
    do {
      return try TreeMerge(merge.mine, merge.theirs, since: bases, in: repository).outcome.meetings
    } catch {
      return []
    }
  }

  private struct Place: Hashable {
    let layout: Layout
    let day: String?
    let field: String

    init(_ layout: Layout, _ decision: Decision) {
      (self.layout, day, field) = (layout, decision.day, decision.field)
    }
  }

  /// The decision as it stands now; nil when what yielded was not ours, or is back.
  private func final(
    _ decision: Decision,
    _ layout: Layout,
    in repository: borrowing Repository
  ) throws(GitError) -> Decision? {
    guard let merge = FileMerge(layout), let before = try repository.file(layout.path, of: ours),
      merge.value(of: decision, in: before) == decision.dropped.value,
      let after = try repository.file(layout.path, of: joined)
    else { return nil }
    let value = merge.value(of: decision, in: after)
    return value == decision.dropped.value ? nil : decision.keeping(value)
  }

  /// The merges of which one side, and only one, has what was ours; that side first.
  private func merges(_ commits: [Commit]) -> [(mine: ObjectID, theirs: ObjectID)] {
    var ours = known
    var found: [(mine: ObjectID, theirs: ObjectID)] = []
    for commit in commits.reversed() {
      let mine = commit.parents.filter(ours.contains)
      if !mine.isEmpty { ours.insert(commit.id) }
      guard commit.parents.count == 2, mine.count == 1, !Joiner.isHarmless(commit),
        let theirs = commit.parents.first(where: { $0 != mine[0] })
      else { continue }
      found.append((mine[0], theirs))
    }
    return found.reversed()
  }
}
