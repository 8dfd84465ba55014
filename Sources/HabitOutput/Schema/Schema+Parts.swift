internal import HabitCore
internal import HabitScore

// What the outputs of several commands have in common.
extension Schema {
  static let dates = list(date)
  static let ids = list(id)
  static let texts = list(text)
  static let state = word(DayState.allCases.map(\.rawValue)).defined(as: "state")
  static let skip = word(Skip.allCases.map(\.rawValue))
  static let difficulty = whole(1, to: Difficulty.allCases.count)
  static let percent = count
  /// A day and a time without a zone.
  static let moment = text(matching: "\(datePattern)T[0-9:]{8}Z?")

  static let badge = object([
    Member("id", word(Achievement.Kind.allCases.map(\.rawValue)), "The badge."),
    Member("title", text, "What it is called."),
    Member("date", date.orNull, "The day on which it was earned; null when it was not."),
  ]).defined(as: "badge")

  /// A number before a change and after it.
  static let shift = object([
    Member("before", count, "The number before the command."),
    Member("after", count, "The number after it."),
  ]).defined(as: "shift")
}

extension Schema.Member {
  /// A goal in force: its amount, its unit, and what it is counted over.
  static let goal = [
    Self("goal", .number, "The amount that is asked for, or at most allowed."),
    Self("unit", .text, "What is counted."),
    Self("per", .word(Goal.Span.allCases.map(\.rawValue)), "What the goal is counted over."),
  ]

  /// The streak of a habit or a user, and the best one.
  static let streaks = [
    Self("streak", .count, "The current streak."), Self("best", .count, "The best streak."),
  ]

  /// What a command did to points and streaks.
  static let effect = [
    Self("xp", .shift, "The points."), Self("streak", .shift, "The user's streak."),
    Self("best", .shift, "The user's best streak."),
  ]

  static let date = Self("date", .date, "The day.")
  static let from = Self("from", .date, "The first day.")
  static let to = Self("to", .date, "The last day.")
  static let habit = Self("habit", .id, "The id of the habit.")
  static let id = Self("id", .id, "The id.")
  static let name = Self("name", .text, "The name.")
  static let note = Self("note", .text.orNull, "What was noted, a line for each thing.")
  static let progress = Self("progress", .number.orNull, "The total; null without a record.")
  static let reason = Self("skip", .skip.orNull, "Why the day was passed over.")
  static let rating = Self("difficulty", .difficulty.orNull, "1, very easy, to 5, very hard.")
  static let schedule = Self("schedule", .text, "When it is due.")
  static let state = Self("state", .state, "What the day is.")
  static let user = Self("user", .id, "The id of the user.")
}
