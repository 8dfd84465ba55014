internal import HabitApp
internal import HabitCore

/// Days of habits that were passed over, or no longer are.
struct SkipScreen: Screen {
  private let skipped: [SkipRequest.Skipped]
  private let reason: Skip?

  /// The days of each habit; without a reason they are no longer passed over.
  init(_ skipped: [SkipRequest.Skipped], _ reason: Skip?) {
    self.skipped = skipped
    self.reason = reason
  }

  /// A line for each habit.
  var lines: [String] {
    let word = reason.map { "skipped, \($0.rawValue)" } ?? "no longer skipped"
    return skipped.map { skipped in
      let name = skipped.habit.name.text.terminalSafe
      return "\(name): \(counted(skipped.days.count, "day")) \(word)"
    }
  }

  /// The days by habit.
  static let shape = Shape.list(habit).of { (screen: SkipScreen) in
    screen.skipped.map { ($0, screen.reason) }
  }

  private static let habit = Shape<(skipped: SkipRequest.Skipped, reason: Skip?)>.object([
    .habit { $0.skipped.habit }, .skip { $0.reason },
    Member("days", .list(.date), "The days that changed.") { $0.skipped.days },
  ])
}
