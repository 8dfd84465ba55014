internal import HabitCore

/// A repeater of Org: `.+2d/4d`.
struct OrgRepeater {
  private let mark: String
  private let number: Int
  private let unit: Character
  private let deadline: Int?
  private let spelling: String

  init?(_ word: Substring) {
    let mark = word.prefix { $0 == "+" || $0 == "." }
    guard [".+", "+", "++"].contains(mark) else { return nil }
    let parts = word.dropFirst(mark.count).split(separator: "/")
    guard let first = parts.first, let unit = first.last, let number = Int(first.dropLast()),
      number > 0, number < 10_000
    else { return nil }
    self.mark = String(mark)
    self.number = number
    self.unit = unit
    self.spelling = String(word)
    let factor = ["d": 1, "w": 7, "m": 30, "y": 365]
    deadline =
      parts.count > 1
      ? parts[1].last.flatMap { factor[String($0)] }.flatMap { factor in
        Int(parts[1].dropLast()).map { min($0, 10_000) * factor }
      } : nil
  }

  func schedule(from date: Day, at place: ImportPlace, _ collector: ImportCollector) -> Schedule? {
    let factor = ["d": 1, "w": 7, "m": 30, "y": 365]
    guard let days = factor[String(unit)].map({ $0 * number }) else {
      collector.leaveOut(
        place,
        "\(spelling.excerpt) counts hours, which is not a habit for Org either"
      )
      return nil
    }
    if mark == ".+" || deadline != nil {
      if let deadline, deadline > days {
        collector.tell(
          place,
          "\(spelling.excerpt): at least every \(deadline) days is kept, \(days) days of rest are not"
        )
      }
      return once(every: max(deadline ?? days, 1), at: place, collector)
    }
    switch unit {
    case "d": return number == 1 ? .daily : .everyDays(min(number, Schedule.longestWindow))
    case "w" where number <= 520:
      return number == 1 ? .weekly([date.weekday]) : .everyWeeks(number, on: [date.weekday])
    case "m" where number == 1: return .monthly([.day(date.dayOfMonth)])
    default:
      collector.tell(place, "\(spelling.excerpt): once every \(days) days here")
      return once(every: days, at: place, collector)
    }
  }

  private func once(every days: Int, at place: ImportPlace, _ collector: ImportCollector)
    -> Schedule
  {
    guard days > 1 else { return .daily }
    if days > Schedule.longestWindow {
      collector.tell(place, "once every \(Schedule.longestWindow) days here")
    }
    return .quota(times: 1, .days(min(days, Schedule.longestWindow)))
  }
}
