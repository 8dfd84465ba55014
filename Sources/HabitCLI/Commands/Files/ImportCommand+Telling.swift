internal import HabitApp
internal import HabitCore
internal import Posix

extension ImportCommand {
  func tellNotes(_ facts: ImportedFacts, _ session: Session) throws(Diagnosis) {
    guard !options.json, facts.refusal == nil else { return }
    for note in facts.notes {
      try session.say("\(note.place): \(note.isError ? "left out: " : "")\(note.message)")
    }
  }

  /// More differences of a habit than these are counted.
  private static let mostDifferences = 20

  func tellDifferences(_ plan: ImportPlan, _ session: Session) throws(Diagnosis) {
    var counts: [String: Int] = [:]
    for difference in plan.differences {
      counts[difference.habit, default: 0] += 1
      guard counts[difference.habit, default: 0] <= Self.mostDifferences else { continue }
      try session.say("\(difference)")
    }
    for (habit, count) in counts.sorted(by: { $0.key < $1.key })
    where count > Self.mostDifferences {
      try session.say("\(habit): \(counted(count - Self.mostDifferences, "more difference"))")
    }
    let kept = plan.differences.count { !$0.isTaken }
    guard kept > 0 else { return }
    try session.say(
      "\(counted(kept, "difference")): the values here stay; --take-theirs takes those of the file"
    )
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
    guard !plan.edits.isEmpty else {
      let isRefused = facts.habits.isEmpty && facts.hasErrors
      return try session.print(isRefused ? "nothing was imported" : "nothing new")
    }
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
    if let refusal = facts.refusal {
      throw Diagnosis(
        .data,
        "\(refusal.place): \(refusal.message)",
        hint: "habit-import(1) lists the programs, and how to get their files"
      )
    }
    guard facts.hasErrors else { return }
    let count = facts.notes.count(where: \.isError)
    throw Diagnosis(
      .data,
      "\(counted(count, "thing")) could not be read and \(count == 1 ? "was" : "were") left out; "
        + "see above",
      hint: facts.habits.isEmpty
        ? "habit-import(1) lists the options that say what a file does not"
        : "mend the file and import it again: what is here already is not written twice"
    )
  }

  private func output(_ facts: ImportedFacts, _ plan: ImportPlan, _ scores: ScoreChange) -> Output {
    let days = facts.habits.flatMap(\.days.keys)
    return .object(
      [
        ("format", .text(facts.format.rawValue)),
        ("written", .flag(!plan.edits.isEmpty && !dryRun)),
        ("habits", .number(facts.habits.count)),
        ("days", .number(facts.days)),
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
                ("there", .text($0.there)), ("replaced", .flag($0.isTaken)),
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
