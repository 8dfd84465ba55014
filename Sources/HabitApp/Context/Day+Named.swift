public import HabitCore

extension Day {
  /// The day that a text means, seen from today: `today`, `yesterday`, `-3`, `monday`, `2026-03-01`;
  /// nil when it means none.
  public init?(named text: String, today: Day) {
    // A minus sign as the command line protects it, or as it is pasted.
    switch text.lowercased().replacing("\u{2212}", with: "-") {
    case "today": self = today
    case "yesterday": self = today.advanced(by: -1)
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
