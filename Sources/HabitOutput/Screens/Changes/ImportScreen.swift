public import HabitApp
internal import HabitCore

/// What an import found, and what it wrote or would write.
public struct ImportScreen {
  private let facts: ImportedFacts
  private let plan: ImportPlan
  private let scores: ScoreChange
  private let isDry: Bool
  private let isAgreed: Bool

  /// An import.
  ///
  /// - Parameters:
  ///   - facts: What the file has.
  ///   - plan: What that makes of the user's files.
  ///   - scores: What it does to points and streaks.
  ///   - isDry: Whether nothing was written.
  ///   - isAgreed: Whether the user has seen the effect before, and agreed.
  public init(
    _ facts: ImportedFacts,
    _ plan: ImportPlan,
    _ scores: ScoreChange,
    isDry: Bool,
    isAgreed: Bool
  ) {
    self.facts = facts
    self.plan = plan
    self.scores = scores
    self.isDry = isDry
    self.isAgreed = isAgreed
  }

  /// What the file has; the differences are told behind it.
  public var heading: [String] {
    let days = facts.habits.flatMap(\.days.keys)
    guard let first = days.min(), let last = days.max() else { return [] }
    return [
      "\(facts.format.rawValue): \(counted(facts.habits.count, "habit")), "
        + "\(counted(days.count, "day")) from \(first) to \(last)"
    ]
  }

  /// What was written, then points and streaks.
  public var closing: [String] {
    guard !plan.edits.isEmpty else {
      let isRefused = facts.habits.isEmpty && facts.hasErrors
      return [isRefused ? "nothing was imported" : "nothing new"]
    }
    let verb = isDry ? "would write" : "wrote"
    let names = plan.newHabits.map(\.text.terminalSafe).joined(separator: ", ")
    let effect = isAgreed ? nil : scores.text?.terminalSafe
    return ["\(verb) \(plan.counts)"] + (names.isEmpty ? [] : ["new: \(names)"])
      + [effect].compactMap(\.self)
  }

  /// The contract of `import --json`.
  public var output: Output {
    let days = facts.habits.flatMap(\.days.keys)
    return .object(
      [
        ("format", .text(facts.format.rawValue)),
        ("written", .flag(!plan.edits.isEmpty && !isDry)),
        ("habits", .number(facts.habits.count)),
        ("days", .number(facts.days)),
        ("from", Output(days.min())),
        ("to", Output(days.max())),
        ("newHabits", .list(plan.newHabits.map { .text($0.text) })),
        ("newDays", .number(plan.writtenDays)),
        ("differences", .list(plan.differences.map(\.output))),
        ("notes", .list(facts.notes.map(\.output))),
      ] + scores.output
    )
  }

  // MARK: Messages

  /// What is said of the file, line by line; nothing where it was refused as a whole.
  public static func notes(of facts: ImportedFacts) -> [String] {
    guard facts.refusal == nil else { return [] }
    return facts.notes.map { note in
      "\(note.place): \(note.isError ? "left out: " : "")\(note.message)"
    }
  }

  /// More differences of a habit than these are counted.
  private static let mostDifferences = 20

  /// What differs from what is here, and which value stays.
  public static func differences(of plan: ImportPlan) -> [String] {
    var lines: [String] = []
    var counts: [String: Int] = [:]
    for difference in plan.differences {
      counts[difference.habit, default: 0] += 1
      guard counts[difference.habit, default: 0] <= mostDifferences else { continue }
      lines.append("\(difference)")
    }
    for (habit, count) in counts.sorted(by: { $0.key < $1.key }) where count > mostDifferences {
      lines.append("\(habit): \(counted(count - mostDifferences, "more difference"))")
    }
    let kept = plan.differences.count { !$0.isTaken }
    guard kept > 0 else { return lines }
    return lines + [
      "\(counted(kept, "difference")): the values here stay; --take-theirs takes those of the file"
    ]
  }
}

extension ImportDifference {
  fileprivate var output: Output {
    .object([
      ("habit", .text(habit)), ("what", .text(what)), ("here", .text(here)),
      ("there", .text(there)), ("replaced", .flag(isTaken)),
    ])
  }
}

extension ImportNote {
  fileprivate var output: Output {
    .object([
      ("place", .text("\(place)")), ("message", .text(message)), ("leftOut", .flag(isError)),
    ])
  }
}
