internal import Git
internal import HabitFiles
internal import HabitMerge
internal import HabitStore

/// Values of ours that were discarded when another device merged them with its own.
///
/// The device that merges reports the discarded values; the others only see a commit that came. So the
/// fetched merges are computed again: a merge is a pure function of its parents.
struct OverriddenValues {
  private let ours: ObjectID
  private let merged: ObjectID
  private let known: Set<ObjectID>

  init(of ours: ObjectID, in merged: ObjectID, since bases: [ObjectID]) {
    self.ours = ours
    self.merged = merged
    self.known = Set(bases)
  }

  /// The values that these commits discarded, each field once; commits come before their parents.
  func outcome(
    of commits: [Commit],
    in repository: borrowing Repository
  ) throws -> MergeOutcome {
    var outcome = MergeOutcome()
    var told: Set<Place> = []
    for merge in merges(commits) {
      let bases = try repository.mergeBases(merge.mine, merge.theirs)
      // One that our rules refuse was made manually.
      let redone = try? TreeMerge(merge.mine, merge.theirs, since: bases, in: repository)
      for conflict in redone?.outcome.conflicts ?? [] {
        var decisions: [Decision] = []
        for decision in conflict.decisions where decision.side == .ours {
          guard let final = try final(decision, conflict.layout, in: repository),
            told.insert(Place(conflict.layout, decision)).inserted
          else { continue }
          decisions.append(final)
        }
        outcome.add(decisions, of: conflict.layout)
      }
    }
    return outcome
  }

  private struct Place: Hashable {
    let layout: Layout
    let day: String?
    let field: String

    init(_ layout: Layout, _ decision: Decision) {
      (self.layout, day, field) = (layout, decision.day, decision.field)
    }
  }

  /// The decision as it is now; nil when the discarded value was not ours, or is back.
  private func final(
    _ decision: Decision,
    _ layout: Layout,
    in repository: borrowing Repository
  ) throws -> Decision? {
    guard let merge = FileMerge(layout), let before = try repository.file(layout.gitPath, of: ours),
      merge.value(of: decision, in: before) == decision.dropped.value,
      let after = try repository.file(layout.gitPath, of: merged)
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
      guard commit.parents.count == 2, mine.count == 1, !MergeCommit.isHarmless(commit),
        let theirs = commit.parents.first(where: { $0 != mine[0] })
      else { continue }
      found.append((mine[0], theirs))
    }
    return found.reversed()
  }
}
