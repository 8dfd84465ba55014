internal import HabitCore
public import HabitFiles

extension ScoreChange {
  /// What edits of a user's files do to points and streaks, with the other files as they are.
  public init(of edits: [Edit], in context: CommandContext) {
    let before = context.read(.everything).tracker
    let changed = context.applying(edits)
    let layouts = edits.map { Layout(path: $0.path) }
    // The profile says where a day begins, for the records of all habits.
    guard !layouts.contains(.profile(context.user)) else {
      self.init(from: before, to: changed.read(.everything).tracker, on: context.today)
      return
    }
    let habits = Set(layouts.compactMap { $0?.habit })
    let after = before.replacing(habits, with: changed.read(.only(habits)).tracker.habits)
    self.init(from: before, to: after, on: context.today)
  }
}

extension Layout {
  /// The habit that a file is of; nil for another file.
  fileprivate var habit: HabitID? {
    switch self {
    case .habit(_, let id), .year(_, let id, _): id
    case .marker, .attributes, .readme, .profile, .report: nil
    }
  }
}
