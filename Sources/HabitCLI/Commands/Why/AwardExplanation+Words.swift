internal import HabitCore
internal import HabitScore

extension AwardExplanation {
  /// More habits are not named.
  static let mostNames = 10

  /// What of the day was done, or is left.
  func inWords(on today: Day) -> String {
    func names(_ habits: [Habit]) -> String {
      let (named, rest) = (
        habits.prefix(AwardExplanation.mostNames),
        habits.dropFirst(AwardExplanation.mostNames).count
      )
      let list = named.map(\.name.text).joined(separator: ", ")
      return rest > 0 ? "\(list) and \(rest) more" : list
    }
    let passed = skipped.isEmpty ? "" : "; passed over: \(names(skipped))"
    switch verdict {
    case .complete: return "all due was done: \(names(done))\(passed)"
    case .incomplete:
      return "\(day == today && !isLost ? "still open" : "not done"): \(names(left))\(passed)"
    case .neutral: return "nothing was due\(passed)"
    }
  }

  /// The habits by their ids, and the points of the day.
  static let shape = Shape<AwardExplanation>.object([
    .date { $0.day },
    Member("verdict", .word(["complete", "incomplete", "neutral"]), "What the day is.") {
      "\($0.verdict)"
    },
    Member("xp", .count, "What it earned.") { $0.points },
    Member("done", .ids, "What was done.") { $0.done.map(\.id.text) },
    Member("left", .ids, "What was not.") { $0.left.map(\.id.text) },
    Member("skipped", .ids, "What was skipped.") { $0.skipped.map(\.id.text) },
  ]).defined(as: "award")
}
