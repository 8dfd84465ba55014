public import HabitCore

/// A badge, and the day on which it was earned.
///
/// Source: habit-xp(7), ACHIEVEMENTS.
public struct Achievement: Hashable, Sendable {
  public let kind: Kind
  public let day: Day

  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case firstHabit = "first_habit"
    case streak7 = "streak_7"
    case streak30 = "streak_30"
    case streak100 = "streak_100"
    case completions100 = "completions_100"
    case completions500 = "completions_500"
    case completions1000 = "completions_1000"
    case perfectWeek = "perfect_week"
    case perfectMonth = "perfect_month"
    case level5 = "level_5"
    case level10 = "level_10"
    case level25 = "level_25"
    case level50 = "level_50"
    case earlyBird = "early_bird"
    case nightOwl = "night_owl"

    public var title: String { words.title }
    public var condition: String { words.condition }

    private var words: (title: String, condition: String) {
      switch self {
      case .firstHabit: ("First Steps", "begin a habit")
      case .streak7: ("Week Warrior", "7 complete days in a row")
      case .streak30: ("Monthly Master", "30 complete days in a row")
      case .streak100: ("Century Streak", "100 complete days in a row")
      case .completions100: ("Consistent Achiever", "100 completions")
      case .completions500: ("Habit Hero", "500 completions")
      case .completions1000: ("Legendary Consistency", "1,000 completions")
      case .perfectWeek: ("Perfect Week", "every due habit of a week done")
      case .perfectMonth: ("Perfect Month", "every due habit of a month done")
      case .level5: ("Rising Star", "reach level 5")
      case .level10: ("Habit Expert", "reach level 10")
      case .level25: ("Master of Habits", "reach level 25")
      case .level50: ("Legendary", "reach level 50")
      case .earlyBird: ("Early Bird", "a complete day with everything recorded before 08:00")
      case .nightOwl: ("Night Owl", "a complete day with everything recorded from 22:00 on")
      }
    }
  }
}

extension Scoreboard {
  /// The earned badges, the earliest first; those of one day in the order of ``Achievement/Kind``.
  public var achievements: [Achievement] {
    let earned = AchievementDays(of: self).days
    return Achievement.Kind.allCases
      .compactMap { kind in earned[kind].map { Achievement(kind: kind, day: $0) } }
      .enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
      .map(\.element)
  }
}

/// The first day on which each badge was earned.
private struct AchievementDays {
  private(set) var days: [Achievement.Kind: Day] = [:]

  init(of board: Scoreboard) {
    // A habit that was deleted on its first day never began.
    let begun = board.habits.map(\.habit).filter { habit in
      habit.start <= board.today && habit.deleted.map { habit.start < $0 } ?? true
    }.map(\.start).min()
    earn(.firstHabit, begun)
    for (length, kind) in [(7, Achievement.Kind.streak7), (30, .streak30), (100, .streak100)] {
      earn(kind, AchievementDays.day(of: board.verdicts, withRun: length))
    }
    for (number, kind) in [
      (5, Achievement.Kind.level5), (10, .level10), (25, .level25),
      (50, .level50),
    ] {
      let awards = (Level.start(of: number) + Rules.completeDay - 1) / Rules.completeDay
      earn(kind, board.ledger.count >= awards ? board.ledger[awards - 1].day : nil)
    }
    let weekStart = board.habits.first?.profile.weekStart ?? .monday
    if let begun {
      let perfect = AchievementDays.perfect
      earn(.perfectWeek, perfect(board, begun) { $0.startOfWeek(beginning: weekStart) })
      earn(.perfectMonth, perfect(board, begun) { $0.startOfMonth })
    }
    countHabitDays(board)
  }

  private mutating func earn(_ kind: Achievement.Kind, _ day: Day?) {
    if let day { days[kind] = day }
  }

  /// The first day on which a streak of complete days has a length.
  private static func day(
    of verdicts: [(day: Day, verdict: DayVerdict)],
    withRun length: Int
  ) -> Day? {
    var run = 0
    for (day, verdict) in verdicts {
      switch verdict {
      case .complete: run += 1
      case .incomplete: run = 0
      case .neutral: continue
      }
      if run == length { return day }
    }
    return nil
  }

  /// The last day of the first perfect week or month that is over, and by whose first day a habit had
  /// begun.
  private static func perfect(_ board: Scoreboard, _ begun: Day, startOf: (Day) -> Day) -> Day? {
    let verdicts = board.verdicts[...]
    var rest = verdicts
    while let first = rest.first {
      let start = startOf(first.day)
      let stretch = rest.prefix { startOf($0.day) == start }
      rest = rest.dropFirst(stretch.count)
      // The current week or month is over only on its last day.
      guard let last = stretch.last?.day, startOf(last.advanced(by: 1)) != start else { continue }
      let isPerfect =
        begun <= start && stretch.contains { $0.verdict == .complete }
        && stretch.allSatisfy { $0.verdict != .incomplete }
      if isPerfect { return last }
    }
    return nil
  }

  /// Counts completions, and days that were recorded early or late.
  private mutating func countHabitDays(_ board: Scoreboard) {
    guard let first = board.verdicts.first?.day else { return }
    var done = [Int](repeating: 0, count: board.verdicts.count)
    var counted = done
    var early = done
    var late = done
    for habit in board.habits {
      let offset = first.distance(to: habit.shown.first)
      for (index, state) in habit.shown.states.enumerated() where state == .done {
        done[offset + index] += 1
      }
      var tallies = habit.tracked.tallies[...]
      for (index, state) in habit.counted.states.enumerated() where state == .done {
        counted[offset + index] += 1
        let day = habit.counted.first.advanced(by: index)
        while let tally = tallies.first, tally.day < day { tallies = tallies.dropFirst() }
        guard let tally = tallies.first, tally.day == day, let times = tally.times else { continue }
        if times.last < Rules.earlySeconds { early[offset + index] += 1 }
        if times.first >= Rules.lateSeconds { late[offset + index] += 1 }
      }
    }
    var sum = 0
    let marks: [(Int, Achievement.Kind)] = [
      (100, .completions100), (500, .completions500), (1000, .completions1000),
    ]
    for (index, (day, verdict)) in board.verdicts.enumerated() {
      let before = sum
      sum += done[index]
      for (mark, kind) in marks where before < mark && sum >= mark { earn(kind, day) }
      guard verdict == .complete else { continue }
      if early[index] == counted[index], days[.earlyBird] == nil { earn(.earlyBird, day) }
      if late[index] == counted[index], days[.nightOwl] == nil { earn(.nightOwl, day) }
    }
  }
}
