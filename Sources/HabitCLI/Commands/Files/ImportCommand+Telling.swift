internal import HabitApp
internal import HabitCore
internal import Posix

extension ImportCommand {
  func tellNotes(_ facts: ImportedFacts, _ session: Session) throws(Diagnosis) {
    guard !options.json else { return }
    for note in facts.notes {
      try session.say("\(note.place): \(note.isError ? "left out: " : "")\(note.message)")
    }
  }

  func tellDifferences(_ plan: ImportPlan, _ session: Session) throws(Diagnosis) {
    for difference in plan.differences {
      try session.say(
        "\(difference.habit) \(difference.what): \(difference.here) here, "
          + "\(difference.there) in the file"
      )
    }
  }

  func tell(
    _ facts: ImportedFacts,
    _ plan: ImportPlan,
    _ scores: ScoreChange,
    asked: Bool = false,
    _ session: Session
  ) throws(Diagnosis) {
    guard !options.json else { return try session.print(output(facts, plan, scores)) }
    let days = facts.habits.flatMap(\.days.keys)
    if let first = days.min(), let last = days.max() {
      try session.print(
        "\(facts.format.rawValue): \(counted(facts.habits.count, "habit")), "
          + "\(counted(days.count, "day")) from \(first) to \(last)"
      )
    }
    if !asked { try tellDifferences(plan, session) }
    if !plan.differences.isEmpty, !takeTheirs {
      try session.say("kept as it is here; habit import --take-theirs replaces it")
    }
    guard !plan.edits.isEmpty else { return try session.print("nothing new") }
    let verb = dryRun ? "would write" : "wrote"
    try session.print("\(verb) \(plan.counts)")
    if !plan.newHabits.isEmpty {
      let names = plan.newHabits.map(\.text.terminalSafe).joined(separator: ", ")
      try session.print("new: \(names)")
    }
    if !asked, let text = scores.text { try session.print(text.terminalSafe) }
  }

  /// What could not be read makes the command end with 65, after all else was written.
  func conclude(_ facts: ImportedFacts) throws(Diagnosis) {
    let errors = facts.notes.filter(\.isError)
    guard let first = errors.first else { return }
    throw Diagnosis(
      .data,
      facts.habits.isEmpty && errors.count == 1
        ? "\(first.place): \(first.message)"
        : "left out because it cannot be read: \(counted(errors.count, "thing"))",
      hint: "mend the file and import it again: what is here already is not written twice"
    )
  }

  private func output(_ facts: ImportedFacts, _ plan: ImportPlan, _ scores: ScoreChange) -> Output {
    let days = facts.habits.flatMap(\.days.keys)
    return .object(
      [
        ("format", .text(facts.format.rawValue)),
        ("written", .flag(!plan.edits.isEmpty && !dryRun)),
        ("habits", .number(facts.habits.count)),
        ("days", .number(days.count)),
        ("from", Output(days.min())),
        ("to", Output(days.max())),
        ("newHabits", .list(plan.newHabits.map { .text($0.text) })),
        ("newDays", .number(plan.writtenDays)),
        (
          "differences",
          .list(
            plan.differences.map {
              .object([
                ("habit", .text($0.habit)), ("what", .text($0.what)), ("here", .text($0.here)),
                ("there", .text($0.there)),
              ])
            }
          )
        ),
        (
          "notes",
          .list(
            facts.notes.map {
              .object([
                ("place", .text("\($0.place)")), ("message", .text($0.message)),
                ("leftOut", .flag($0.isError)),
              ])
            }
          )
        ),
      ] + scores.output
    )
  }
}
