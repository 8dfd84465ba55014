internal import HabitCore
public import HabitFiles
internal import HabitMerge
internal import HabitStore

/// Makes a history that of the user whose context it is given.
struct AdoptRequest: ChangeRequest {
  let history: AdoptableHistory
  /// The history as it was when it was adopted before; empty when it never was.
  let base: FileTree
  let preference: Adoption.Preference

  func plan(in context: CommandContext) throws -> ChangePlan<AdoptOutcome> {
    let tree = try context.tree.loaded()
    var edits = try Adoption(
      of: history.tree,
      since: base,
      by: context.user,
      tree,
      keeping: preference
    ).edits
    let before = context.viewing(tree).read(.everything)
    edits += try profiles(in: tree, before: before, context)
    let after = context.viewing(tree).applying(edits).read(.everything)
    if preference == .both { try checkArrival(in: after) }
    let outcome = AdoptOutcome(
      isChanged: !edits.isEmpty,
      habits: history.habits,
      records: history.records,
      changed: edits.compactMap { Layout(path: $0.path) },
      scores: ScoreChange(from: before.tracker, to: after.tracker, on: context.today)
    )
    return ChangePlan(
      edits: edits,
      subject: "user adopt \(history.user) \(context.user) "
        + "(\(history.habits) habits, \(history.records) records)",
      kind: .upkeep
    ) { _ in outcome }
  }

  /// The profiles of both users, which say that it was adopted; no change where they do already.
  private func profiles(
    in tree: FileTree,
    before: Reading,
    _ context: CommandContext
  ) throws(FileProblems) -> [Edit] {
    guard !history.isAdopted else { return [] }
    let known = try tree.bytes(of: Layout.profile(context.user).path)
      .map { (bytes) throws(FileProblems) in try ProfileDocument(context.user, bytes: bytes) }
    var own = before.tracker.profile
    if history.profile.adopted == nil {
      own = own.adopting(history.profile, isFirst: before.tracker.habits.isEmpty)
    }
    if !own.adopts.contains(history.user) { own.adopts.append(history.user) }
    // Who adopts has a history: a mark that says otherwise is part of a circle, or does not count.
    own.adopted = nil
    var adopted = history.profile
    adopted.adopted = context.user
    var edits: [Edit] = []
    for (user, old, new) in [
      (context.user, known, own), (history.user, history.document, adopted),
    ] {
      let document =
        try old?.changed(to: new, stamp: context.stamp)
        ?? ProfileDocument(new: new, of: user, adoptedAt: context.stamp)
      if let edit = document.edit { edits.append(edit) }
    }
    return edits
  }

  /// Sees that every record arrives that did not arrive before.
  private func checkArrival(in after: Reading) throws {
    let errors = after.problems.filter(\.isError)
    guard errors.isEmpty else { throw FileProblems(problems: errors) }
    let known = TrackerReader(base, taken: FileTree([:]), user: history.user).read(.everything)
    func days(_ tracker: Tracker) -> Set<String> {
      Set(tracker.habits.flatMap { one in one.tallies.map { "\(one.habit.id) \($0.day)" } })
    }
    let missing = days(history.reading.tracker).subtracting(days(known.tracker))
      .subtracting(days(after.tracker))
    if let first = missing.min() {
      throw Failure(
        .data,
        "\(missing.count) records would not arrive, the first of them \(first); nothing changed",
        hint: Failure.fault
      )
    }
  }
}

public struct AdoptOutcome: Sendable {
  public let isChanged: Bool
  public let habits: Int
  public let records: Int
  public let changed: [Layout]
  /// What it does to the adopting user's points and streaks.
  public let scores: ScoreChange
}
