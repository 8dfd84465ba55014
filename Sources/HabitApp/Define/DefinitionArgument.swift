public import HabitCore

/// The texts of a command line or a form that say what a habit is, read.
public enum DefinitionArgument {
  public static func name(_ text: String) throws(Failure) -> Name {
    do {
      return try Name(text)
    } catch {
      throw Failure(
        .usage,
        "the name \(error.reason)",
        hint: "a name is 1 to \(Name.longest) characters, as in \"Drink water\""
      )
    }
  }

  /// A goal as typed; a number alone keeps the unit and the period of the goal before.
  public static func goal(_ text: String, replacing former: Goal = .once) throws(Failure)
    -> Goal
  {
    if let amount = attempt({ try Amount(typed: text) }), amount >= .zero {
      return Goal(amount: amount, unit: former.unit(of: amount), per: former.per)
    }
    do {
      return try Goal(typed: text)
    } catch {
      throw Failure(.usage, "\"\(text)\": \(error.reason)", hint: error.hint)
    }
  }

  /// The amount in a goal that is a limit, as `at most 2 cups`; nil for any other text.
  public static func limit(in text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let head = [["at", "most"], ["no", "more", "than"], ["max"], ["up", "to"]].first {
      words.map { $0.lowercased() }.starts(with: $0)
    }
    return head.map { words.dropFirst($0.count).joined(separator: " ") }
  }

  public static func schedule(_ text: String) throws(Failure) -> Schedule {
    do {
      return try Schedule(text)
    } catch {
      throw Failure(.usage, error.reason, hint: error.hint)
    }
  }

  /// A time to the minute.
  public static func time(_ text: String) throws(Failure) -> TimeOfDay {
    guard let time = TimeOfDay(typed: text), time.seconds % 60 == 0 else {
      throw Failure(.usage, "\"\(text)\" is not a time", hint: "a time is 09:00, 9:00 or 9pm")
    }
    return time
  }

  public static func type(_ text: String) throws(Failure) -> Habit.Kind.Name {
    if let type = Habit.Kind.Name(rawValue: text) { return type }
    throw Failure(.usage, "\"\(text)\" is not a type", hint: "it is formation or breaking")
  }

  /// What a past day without a record is.
  public static func unlogged(_ text: String) throws(Failure) -> Habit.Unlogged {
    if let word = Habit.Unlogged(rawValue: text.lowercased()) { return word }
    throw Failure(
      .usage,
      "\"\(text)\" is not a value of --unlogged",
      hint: "it is kept or missed"
    )
  }

  public static func tag(_ text: String) throws(Failure) -> String {
    guard text.trimmed.isEmpty else { return text }
    throw Failure(.usage, "the tag is empty", hint: "as in --tag health; to remove: --clear tags")
  }

  public static func weekday(_ text: String) throws(Failure) -> Weekday {
    if let weekday = Weekday(name: text) { return weekday }
    throw Failure(.usage, "\"\(text)\" is not a weekday", hint: "as in monday or sun")
  }

  public static func streakMode(_ text: String) throws(Failure) -> Profile.StreakMode {
    if let mode = Profile.StreakMode(rawValue: text) { return mode }
    throw Failure(.usage, "\"\(text)\" is not a streak mode", hint: "it is full or partial")
  }
}
