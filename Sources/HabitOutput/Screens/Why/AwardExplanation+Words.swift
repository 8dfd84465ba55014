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

  /// The members of a day with points.
  var output: Output {
    func ids(_ habits: [Habit]) -> Output { .list(habits.map { .text($0.id.text) }) }
    let word =
      switch verdict {
      case .complete: "complete"
      case .incomplete: "incomplete"
      case .neutral: "neutral"
      }
    return .object([
      ("date", Output(day)),
      ("verdict", .text(word)),
      ("xp", .number(points)),
      ("done", ids(done)),
      ("left", ids(left)),
      ("skipped", ids(skipped)),
    ])
  }
}
