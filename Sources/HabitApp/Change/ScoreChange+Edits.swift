internal import HabitCore
public import HabitFiles
internal import HabitScore

extension ScoreChange {
  /// What edits of a user's files do to points and streaks, with the other files as they are.
  public init(of edits: [Edit], in context: CommandContext) {
    self.init(of: edits, to: context.read(.everything).tracker, in: context)
  }

  /// What edits of today's records do; when that is nothing, the totals are those of the few files
  /// that tell so.
  init(ofToday edits: [Edit], in context: CommandContext) {
    let habits = Set(edits.compactMap { Layout(path: $0.path)?.habit })
    let few = context.read(toJudge: context.today, allOf: habits).tracker
    self.init(of: edits, to: few, in: context)
    if isAny { self.init(of: edits, in: context) }
  }

  /// Whether points, streaks or badges change.
  private var isAny: Bool {
    [xp, level, streak, best].contains(where: \.isChange)
      || zip(before.habits, after.habits).contains { $0.streak != $1.streak }
      || !badges.gained.isEmpty || !badges.lost.isEmpty
  }

  private init(of edits: [Edit], to before: Tracker, in context: CommandContext) {
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
