internal import HabitApp
internal import HabitCore

/// A `DATE` of the command line: `today`, `yesterday`, `-3`, `monday`, `2026-03-01`.
struct DateArgument {
  /// The forms, for messages.
  static let forms = "today, yesterday, -3 (days ago), monday (the last one) or 2026-03-01"

  /// The day the text means, seen from today.
  static func day(_ text: String, today: Day) throws(Diagnosis) -> Day {
    if let day = Day(named: text, today: today) { return day }
    throw Diagnosis(.usage, "\"\(text)\" is no date", hint: "a date is \(forms)")
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
