internal import HabitCore
internal import HabitScore

/// Why a day has its points.
struct WhyPointsScreen: Screen {
  let why: AwardExplanation
  let today: Day
  let style: Style

  /// The points, and what of the day was done.
  var lines: [String] {
    let reason = why.inWords(on: today).terminalSafe.wrapped(to: style.columns - 2)
    return style.title("\(why.day.long): \(why.points) XP") + reason.map { "  " + $0 }
  }

  static let shape = AwardExplanation.shape.of { (screen: WhyPointsScreen) in screen.why }
}

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
