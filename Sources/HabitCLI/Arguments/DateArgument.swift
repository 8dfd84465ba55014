internal import HabitCore

/// A `DATE` of the command line: `today`, `yesterday`, `-3`, `monday`, `2026-03-01`.
struct DateArgument {
  /// The forms, for messages.
  static let forms = "today, yesterday, -3 (days ago), monday (the last one) or 2026-03-01"

  /// The day the text means, seen from today.
  static func day(_ text: String, today: Day) throws(Diagnosis) -> Day {
    // A minus sign as the program's own door spells it, see `habit(_:in:)`, or as a person pastes it.
    switch text.lowercased().replacing("\u{2212}", with: "-") {
    case "today": return today
    case "yesterday": return today.advanced(by: -1)
    case let word:
      if let weekday = Weekday(name: word) {
        return today.startOfWeek(beginning: weekday)
      }
      if word.hasPrefix("-"), let days = Int(word), (-36_600...0).contains(days) {
        return today.advanced(by: days)
      }
      guard let day = Day(word) else {
        throw Diagnosis(.usage, "\"\(text)\" is no date", hint: "a date is \(forms)")
      }
      return day
    }
  }

  /// The day the text means, which must not be in the future; today without a text.
  static func pastDay(_ text: String?, today: Day) throws(Diagnosis) -> Day {
    guard let text else { return today }
    let day = try day(text, today: today)
    guard day <= today else {
      throw Diagnosis(
        .usage,
        "\(day) is in the future",
        hint: "today is \(today); what has not happened cannot be recorded"
      )
    }
    return day
  }
}
