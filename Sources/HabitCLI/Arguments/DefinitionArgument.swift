internal import HabitApp
internal import HabitCore

/// The texts of a command line that say what a habit is, read.
enum DefinitionArgument {
  static func name(_ text: String) throws -> Name {
    do {
      return try Name(text)
    } catch {
      throw Diagnosis(
        .usage,
        "the name \(error.reason)",
        hint: "a name is 1 to \(Name.longest) characters, as in \"Drink water\""
      )
    }
  }

  /// A goal as typed; a number alone keeps the unit and the period of the goal before.
  static func goal(_ text: String, replacing former: Goal = .once) throws -> Goal {
    if let amount = attempt({ try Amount(typed: text) }), amount >= .zero {
      return Goal(amount: amount, unit: former.unit(of: amount), per: former.per)
    }
    do {
      return try Goal(typed: text)
    } catch {
      throw Diagnosis(.usage, "\"\(text)\": \(error.reason)", hint: error.hint)
    }
  }

  static func schedule(_ text: String) throws -> Schedule {
    do {
      return try Schedule(text)
    } catch {
      throw Diagnosis(.usage, error.reason, hint: error.hint)
    }
  }

  /// A time to the minute.
  static func time(_ text: String) throws -> TimeOfDay {
    guard let time = TimeOfDay(typed: text), time.seconds % 60 == 0 else {
      throw Diagnosis(.usage, "\"\(text)\" is not a time", hint: "a time is 09:00, 9:00 or 9pm")
    }
    return time
  }

  static func type(_ text: String) throws -> Habit.Kind.Name {
    if let type = Habit.Kind.Name(rawValue: text) { return type }
    throw Diagnosis(.usage, "\"\(text)\" is not a type", hint: "it is formation or breaking")
  }

  /// What a past day without a record is.
  static func unlogged(_ text: String) throws -> Habit.Unlogged {
    if let word = Habit.Unlogged(rawValue: text.lowercased()) { return word }
    throw Diagnosis(
      .usage,
      "\"\(text)\" is not a value of --unlogged",
      hint: "it is kept or missed"
    )
  }

  static func tag(_ text: String) throws -> String {
    guard text.trimmed.isEmpty else { return text }
    throw Diagnosis(.usage, "the tag is empty", hint: "as in --tag health; to remove: --clear tags")
  }

  static func weekday(_ text: String) throws -> Weekday {
    if let weekday = Weekday(name: text) { return weekday }
    throw Diagnosis(.usage, "\"\(text)\" is not a weekday", hint: "as in monday or sun")
  }

  static func streakMode(_ text: String) throws -> Profile.StreakMode {
    if let mode = Profile.StreakMode(rawValue: text) { return mode }
    throw Diagnosis(.usage, "\"\(text)\" is not a streak mode", hint: "it is full or partial")
  }
}

extension Diagnosis {
  /// Why a goal of nothing is refused, where an option makes it one.
  init(zeroGoal option: String) {
    self.init(.usage, "the goal is 0", hint: "do more than nothing, or do at most 0: \(option)")
  }
}
