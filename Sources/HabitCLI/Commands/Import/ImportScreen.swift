internal import HabitApp
internal import HabitExchange
internal import HabitCore

/// What an import found, and what it wrote or would write.
struct ImportScreen {
  let facts: ImportedFacts
  let plan: ImportPlan
  let scores: ScoreChange
  let isDry: Bool
  let isAgreed: Bool

  /// What the file has; the differences are told behind it.
  var heading: [String] {
    guard let format = facts.format, !facts.habits.isEmpty || !facts.hasErrors else { return [] }
    let span = days.min().flatMap { first in days.max().map { " from \(first) to \($0)" } } ?? ""
    return [
      "\(format.rawValue): \(counted(facts.habits.count, "habit")), "
        + "\(counted(days.count, "day"))\(span)"
    ]
  }

  /// What was written, then points and streaks.
  var closing: [String] {
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

  static let shape = Shape<ImportScreen>.object([
    Member("format", orNull: .word, "The form of the file; null while it is unknown.") {
      $0.facts.format
    },
    Member("written", .flag, "Whether anything was written.") {
      !$0.plan.edits.isEmpty && !$0.isDry
    },
    Member("habits", .count, "How many habits the file has.") { $0.facts.habits.count },
    Member("days", .count, "How many days it has.") { $0.facts.days },
    Member("from", orNull: .date, "The first one.") { $0.days.min() },
    Member("to", orNull: .date, "The last one.") { $0.days.max() },
    Member("newHabits", .texts, "The names of habits that were not here.") {
      $0.plan.newHabits.map(\.text)
    },
    Member("newDays", .count, "How many days were not here.") { $0.plan.writtenDays },
    Member("differences", .list(difference), "What is here already and is not the same.") {
      $0.plan.differences
    },
    Member("notes", .list(note), "What could not be taken as it is.") { $0.facts.notes },
    .effect { $0.scores },
  ])

  private var days: [Day] { facts.habits.flatMap(\.days.keys) }

  private static let difference = Shape<ImportDifference>.object([
    Member("habit", .text, "The name of the habit.") { $0.habit },
    Member("what", .text, "What is different.") { $0.what },
    Member("here", .text, "What is here.") { $0.here },
    Member("there", .text, "What the file says.") { $0.there },
    Member("replaced", .flag, "Whether the file's value was taken.") { $0.isTaken },
  ])

  private static let note = Shape<ImportNote>.object([
    Member("place", .text, "Where in the file.") { "\($0.place)" },
    Member("message", .text, "What is odd.") { $0.message },
    Member("leftOut", .flag, "Whether it was left out.") { $0.isError },
  ])

  // MARK: Messages

  /// What is said of the file, line by line; nothing where it was refused as a whole.
  static func notes(of facts: ImportedFacts) -> [String] {
    guard facts.refusal == nil else { return [] }
    return facts.notes.map { note in
      "\(note.place): \(note.isError ? "left out: " : "")\(note.message)"
    }
  }

  /// More differences of a habit than these are counted.
  private static let mostDifferences = 20

  /// What differs from what is here, and which value stays.
  static func differences(of plan: ImportPlan) -> [String] {
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
