internal import HabitApp
internal import HabitCore
internal import HabitScore

extension ScoreChange {
  /// What a decision does; when it only takes from today, which can still be completed, how far today is.
  var decided: String? {
    guard isOnlyOfToday else { return text }
    let habits = after.habitsDue
    let done = habits.count { $0.state(on: after.today) == .done }
    return habits.isEmpty ? nil : "due today: \(done) of \(habits.count) done"
  }

  /// `XP 300 to 250, streak 5 to 0, badge Perfect Week lost`; nil when nothing changes.
  var text: String? {
    var parts: [String] = []
    func note(_ name: String, _ old: Int, _ new: Int) {
      if old != new { parts.append("\(name) \(grouped(old)) to \(grouped(new))") }
    }
    note("XP", before.xp.points, after.xp.points)
    note("level", before.level.number, after.level.number)
    note("streak", before.streak.current, after.streak.current)
    note("best streak", before.streak.best, after.streak.best)
    let boards = before.habits.byID
    for new in after.habits {
      guard let old = boards[new.habit.id] else { continue }
      note("\(new.habit.name)'s streak", old.streak.current, new.streak.current)
      note("\(new.habit.name)'s best", old.streak.best, new.streak.best)
    }
    let (gained, lost) = badges
    parts += gained.map { "badge \($0.title)" } + lost.map { "badge \($0.title) lost" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Member {
  /// What a command did to points and streaks.
  static func effect(_ scores: @escaping Value<ScoreChange>) -> Self { Self(changes, of: scores) }

  /// The same, of a command that may have done nothing.
  static func anyEffect(_ scores: @escaping Value<ScoreChange?>) -> Self {
    Self(changes, ofAny: scores)
  }

  private static var changes: [Member<ScoreChange>] {
    [
      Member<ScoreChange>("xp", .shift, "The points.") { $0.xp },
      Member<ScoreChange>("streak", .shift, "The user's streak.") { $0.streak },
      Member<ScoreChange>("best", .shift, "The user's best streak.") { $0.best },
    ]
  }
}
