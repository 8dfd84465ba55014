public import HabitCore

extension TimeOfDay {
  /// The time that a text means, as people type it: `9:00`, `09:00`, `09:00:30`, `9pm`, `9:30 pm`, `21`;
  /// nil when it means none.
  public init?(typed text: String) {
    let words = text.lowercased().filter { $0 != " " }
    let half = ["am", "pm"].first(where: words.hasSuffix)
    let clock = String(words.dropLast(half?.count ?? 0))
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    let hour = parts[0].count == 1 ? "0\(parts[0])" : String(parts[0])
    let minutes = parts.count == 1 ? ["00"] : parts.dropFirst().map(String.init)
    guard let time = TimeOfDay(([hour] + minutes).joined(separator: ":")) else { return nil }
    guard let half else {
      self = time
      return
    }
    let noon: Int32 = 43_200
    guard (1...12).contains(Int(hour) ?? 0) else { return nil }
    self.init(seconds: Int(time.seconds % noon + (half == "pm" ? noon : 0)))
  }
}
