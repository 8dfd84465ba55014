internal import HabitCore
internal import HabitScore

extension AwardExplanation {
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
