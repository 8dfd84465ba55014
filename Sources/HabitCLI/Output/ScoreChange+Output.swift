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
