// Definitions in words, for commit messages and screens.

extension Habit {
  /// Every field as a sentence would name it; always the same fields.
  public var inWords: [(field: String, value: String?)] {
    var (type, baseline, unlogged) = ("formation", Amount?.none, String?.none)
    if case .breaking(let amount, let meaning) = kind {
      (type, baseline, unlogged) = ("breaking", amount, meaning.rawValue)
    }
    return [
      ("name", name.text), ("also", aliases.listed), ("icon", icon),
      ("color", color?.description), ("description", description), ("tags", tags.listed),
      ("type", type), ("baseline", baseline?.description), ("unlogged", unlogged),
      ("goal", goal.inWords), ("schedule", schedule.inWords), ("start", "\(start)"),
      ("end", end?.description), ("paused", pauses.inWords),
      ("deleted", deleted?.description), ("reminders", reminders.map(\.hoursAndMinutes).listed),
    ]
  }
}

extension Profile {
  /// Every field as a sentence would name it; always the same fields.
  public var inWords: [(field: String, value: String?)] {
    ProfileField.settings.map { ($0.name, $0.words(self)) } + [
      ("adopts", adopts.map(\.text).listed), ("adopted", adopted?.text),
    ]
  }
}

extension Dated where Value: CustomStringConvertible {
  /// `8 glasses; from 2026-06-01 10 glasses`.
  public var inWords: String {
    entries.enumerated().map { index, entry in
      index == 0 ? "\(entry.value)" : "from \(entry.from?.description ?? "") \(entry.value)"
    }.joined(separator: "; ")
  }
}

extension [DaySpan] {
  /// The spans in a line; nil without any.
  public var inWords: String? { map(\.inWords).listed }
}

extension [String] {
  /// The texts in a line; nil without any.
  public var listed: String? { isEmpty ? nil : joined(separator: ", ") }
}
