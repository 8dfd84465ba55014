public import HabitCore

extension Failure {
  public init(noDate text: String) {
    self.init(.usage, "\"\(text)\" is not a date", hint: "a date is \(Day.forms)")
  }
}

extension Day {
  /// How a day is typed.
  static let forms =
    "today, yesterday, tomorrow, -3 (days ago), monday (the latest), "
    + "last monday (before today) or 2026-03-01"

  /// The day that a text means, seen from today: `today`, `yesterday`, `tomorrow`, `-3`, `monday`,
  /// `last monday`, `2026-03-01`; nil when it means none.
  public init?(named text: String, today: Day) {
    // A minus sign as the command line protects it, or as it is pasted.
    switch text.lowercased().replacing("\u{2212}", with: "-") {
    case "today": self = today
    case "yesterday", "yday": self = today.advanced(by: -1)
    case "tomorrow": self = today.advanced(by: 1)
    case let word where word.hasPrefix("last "):
      guard let weekday = Weekday(name: word.dropFirst(5)) else { return nil }
      self = today.advanced(by: -1).startOfWeek(beginning: weekday)
    case let word:
      if let weekday = Weekday(name: word) {
        self = today.startOfWeek(beginning: weekday)
      } else if word.hasPrefix("-"), let days = Int(word), (-36_600...0).contains(days) {
        self = today.advanced(by: days)
      } else {
        self.init(word)
      }
    }
  }
}
