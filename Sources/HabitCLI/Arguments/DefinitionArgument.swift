internal import ArgumentParser
internal import HabitCore
internal import HabitFiles

/// The texts of a command line that say what a habit is, read.
enum DefinitionArgument {
  static func name(_ text: String) throws(Diagnosis) -> Name {
    do {
      return try Name(text)
    } catch {
      throw Diagnosis(.usage, "the name \(error.reason)")
    }
  }

  static func goal(_ text: String) throws(Diagnosis) -> Goal {
    do {
      return try Goal(text)
    } catch {
      throw Diagnosis(.usage, error.reason, hint: "a goal is AMOUNT [UNIT], as in \"8 glasses\"")
    }
  }

  static func schedule(_ text: String) throws(Diagnosis) -> Schedule {
    do {
      return try Schedule(text)
    } catch {
      let forms = Schedule.forms.joined(separator: "; ")
      throw Diagnosis(.usage, error.reason, hint: "the forms are: \(forms)")
    }
  }

  /// A time of the form `09:00`.
  static func time(_ text: String) throws(Diagnosis) -> TimeOfDay {
    guard text.utf8.count == 5, let parsed = TimeOfDay(text) else {
      throw Diagnosis(.usage, "\"\(text)\" is no time", hint: "a time of day is 09:00")
    }
    return parsed
  }
}

extension Reading {
  /// Refuses a name that another active habit has.
  func checkIsFree(_ name: Name, for id: HabitID) throws(Diagnosis) {
    let namesake = tracker.habits.map(\.habit).first {
      $0.id != id && $0.deleted == nil && $0.name.folded == name.folded
    }
    guard let namesake else { return }
    throw Diagnosis(
      .cannotCreate,
      "there is already a habit \"\(namesake.name)\", \(namesake.id)",
      hint: "look at it with: habit show \(namesake.id)"
    )
  }
}

extension CompletionKind {
  /// The ids of the user's habits, deleted ones too.
  static var allHabits: CompletionKind {
    .shellCommand("habit list --ids --all --deleted 2>/dev/null")
  }
}
