public import HabitExchange
internal import HabitFiles
internal import HabitStore

/// Brings what the files of another program say into a user's files, in one commit.
public struct ImportRequest: ChangeRequest {
  public let facts: ImportedFacts
  private let isTakingTheirs: Bool
  /// The plan that the user was shown, which is made once while no file changes.
  private var shown: ImportPlan?

  /// A request to write what is missing and, when taking theirs, to replace what differs.
  public init(_ facts: ImportedFacts, takingTheirs: Bool) {
    self.facts = facts
    self.isTakingTheirs = takingTheirs
  }

  /// The same request, for which a plan has been made.
  public func showing(_ plan: ImportPlan) -> ImportRequest {
    var request = self
    request.shown = plan
    return request
  }

  public func comparison(in context: CommandContext) throws -> ImportPlan {
    if let shown, shown.isStillTrue(of: context.tree) { return shown }
    return try ImportPlan(
      of: facts,
      in: context.tree,
      lastWritten: context.location?.committed ?? FileTree([:]),
      user: context.user,
      takingTheirs: isTakingTheirs,
      stamp: context.stamp
    )
  }

  /// The files to write; its value is the comparison.
  public func plan(in context: CommandContext) throws -> ChangePlan<ImportPlan> {
    let made = try comparison(in: context)
    return ChangePlan(
      edits: made.edits,
      subject: "import \(facts.format?.rawValue ?? "habits"): \(made.counts)"
    ) { _ in made }
  }
}
