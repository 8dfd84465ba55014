internal import HabitApp
internal import HabitExchange

extension ImportCommand {
  func tellNotes(_ facts: ImportedFacts, _ session: Session) throws {
    guard !options.json else { return }
    for note in ImportScreen.notes(of: facts) { try session.say(note) }
  }

  func tellDifferences(_ plan: ImportPlan, _ session: Session) throws {
    for difference in ImportScreen.differences(of: plan) { try session.say(difference) }
  }

  func tell(
    _ facts: ImportedFacts,
    _ plan: ImportPlan,
    _ scores: ScoreChange,
    asked: Bool = false,
    _ session: Session
  ) throws {
    let screen = ImportScreen(
      facts: facts,
      plan: plan,
      scores: scores,
      isDry: dryRun,
      isAgreed: asked
    )
    guard !options.json else { return try session.print(screen, as: ImportScreen.shape) }
    try session.print(screen.heading)
    if !asked { try tellDifferences(plan, session) }
    try session.print(screen.closing.map(session.world.folded))
  }

  /// What could not be read makes the command end with 65, after all else was written.
  func conclude(_ facts: ImportedFacts) throws {
    if let diagnosis = Diagnosis(facts) { throw diagnosis }
  }
}
