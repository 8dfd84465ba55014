internal import HabitApp
internal import HabitCore

/// Days of habits that were passed over, or no longer are.
struct SkipScreen: Screen {
  let skipped: [SkipRequest.Skipped]
  let reason: Skip?

  var lines: [String] {
    let word = reason.map { "skipped, \($0.rawValue)" } ?? "no longer skipped"
    return skipped.map { skipped in
      let name = skipped.habit.name.text.terminalSafe
      return "\(name): \(counted(skipped.days.count, "day")) \(word)"
    }
  }

  static let shape = Shape.list(habit).of { (screen: SkipScreen) in
    screen.skipped.map { ($0, screen.reason) }
  }

  private static let habit = Shape<(skipped: SkipRequest.Skipped, reason: Skip?)>.object([
    .habit { $0.skipped.habit }, .skip { $0.reason },
    Member("days", .list(.date), "The days that changed.") { $0.skipped.days },
  ])
}
