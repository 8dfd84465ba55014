internal import HabitCore

/// A repeater of Org: `.+2d/4d`.
struct OrgRepeater {
  private let mark: String
  private let span: (number: Int, unit: Character)
  /// How long it may take at most.
  private let deadline: (number: Int, unit: Character)?
  private let spelling: String

  init?(_ word: Substring) {
    let mark = word.prefix { $0 == "+" || $0 == "." }
    let parts = word.dropFirst(mark.count).split(separator: "/")
    guard [".+", "+", "++"].contains(mark), let span = parts.first.flatMap(OrgRepeater.span) else {
      return nil
    }
    self.mark = String(mark)
    self.span = span
    deadline = parts.dropFirst().first.flatMap(OrgRepeater.span)
    spelling = String(word)
  }

  private static func span(_ text: Substring) -> (number: Int, unit: Character)? {
    guard let unit = text.last, let number = Int(text.dropLast()), (1..<10_000).contains(number)
    else { return nil }
    return (number, unit)
  }

  func schedule(from date: Day, at place: ImportPlace, _ collector: ImportCollector) -> Schedule? {
    guard let spelled = OrgRepeater.interval(span) else {
      let reason = "counts hours, which is not a habit for Org either"
      return collector.leaveOut(place, "\(spelling.excerpt) \(reason)")
    }
    let units = [span, deadline].compactMap { $0?.unit }
    if !units.allSatisfy({ "dw".contains($0) }), date.dayOfMonth > 28 {
      collector.tell(
        place,
        "\(spelling.excerpt): Org goes on to the next month where a month has no day "
          + "\(date.dayOfMonth), which is not done here"
      )
    }
    let interval = collector.interval(spelled, at: place)
    if let deadline = deadline.flatMap(OrgRepeater.interval) {
      let longest = collector.interval(deadline, at: place)
      if interval.end(since: date) < longest.end(since: date) {
        collector.tell(
          place,
          "\(spelling.excerpt): at least every \(longest) is kept, at most every \(interval) is not"
        )
      }
      return collector.after(longest, at: place)
    }
    if mark == ".+" { return collector.after(interval, at: place) }
    switch interval {
    case .days(1): return .daily
    case .days(7) where span.unit == "w": return .weekly([date.weekday])
    case .days(let days):
      return span.unit == "d" ? .everyDays(days) : .everyWeeks(days / 7, on: [date.weekday])
    case .months(12) where span.unit == "y":
      return .yearly([Schedule.YearDay(month: date.month, day: .day(date.dayOfMonth))])
    case .months(let months):
      let days: Set = [Schedule.MonthDay.day(date.dayOfMonth)]
      return months == 1 ? .monthly(days) : .everyMonths(months, on: days)
    }
  }

  /// The time that a number of units takes; nil for hours.
  private static func interval(_ span: (number: Int, unit: Character)) -> Schedule.Interval? {
    switch span.unit {
    case "d": .days(span.number)
    case "w": .days(7 * span.number)
    case "m": .months(span.number)
    case "y": .months(12 * span.number)
    default: nil
    }
  }
}
