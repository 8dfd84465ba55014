public import HabitCore

// Definitions in words, for commit messages and screens.

extension Habit {
  /// Every field as a sentence would name it; always the same fields.
  var inWords: [(field: String, value: String?)] {
    let list = { (texts: [String]) in texts.isEmpty ? nil : texts.joined(separator: ", ") }
    var (type, baseline, unlogged) = ("formation", Amount?.none, String?.none)
    if case .breaking(let amount, let meaning) = kind {
      (type, baseline, unlogged) = ("breaking", amount, meaning.rawValue)
    }
    return [
      ("name", name.text), ("also", list(aliases)), ("icon", icon),
      ("color", color?.description), ("description", description), ("tags", list(tags)),
      ("type", type), ("baseline", baseline?.description), ("unlogged", unlogged),
      ("goal", goal.inWords), ("schedule", schedule.inWords), ("start", "\(start)"),
      ("end", end?.description), ("rest", list(pauses.map(\.inWords))),
      ("deleted", deleted?.description), ("reminders", list(reminders.map(\.hoursAndMinutes))),
    ]
  }
}

extension Profile {
  /// Every field as a sentence would name it; always the same fields.
  var inWords: [(field: String, value: String?)] {
    [
      ("name", name?.text), ("time zone", timeZone), ("day start", dayStart.hoursAndMinutes),
      ("week start", weekStart.rawValue), ("streak mode", streakMode.inWords),
      ("vacations", vacations.isEmpty ? nil : vacations.map(\.inWords).joined(separator: ", ")),
      ("order", order.isEmpty ? nil : order.map(\.text).joined(separator: ", ")),
      ("plan reminder", planReminder?.hoursAndMinutes),
      ("evening reminder", eveningReminder?.hoursAndMinutes),
      ("adopts", adopts.isEmpty ? nil : adopts.map(\.text).joined(separator: ", ")),
      ("adopted", adopted?.text),
    ]
  }
}

extension Dated where Value: CustomStringConvertible {
  /// `8 glasses; from 2026-06-01 10 glasses`.
  var inWords: String {
    entries.enumerated().map { index, entry in
      index == 0 ? "\(entry.value)" : "from \(entry.from?.description ?? "") \(entry.value)"
    }.joined(separator: "; ")
  }
}

extension DaySpan {
  /// `2026-07-01 to 2026-07-14`, or `from 2026-07-01`.
  public var inWords: String { end.map { "\(start) to \($0)" } ?? "from \(start)" }
}
