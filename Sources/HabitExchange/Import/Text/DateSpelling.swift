internal import HabitCore

/// How a file spells days: what no single cell tells, the whole file may.
struct DateSpelling {
  /// Whether days with slashes begin with the month; nil when nothing tells.
  let monthFirst: Bool?

  /// A day that was read, or why it was not.
  enum Reading: Equatable {
    case day(Day)
    case ambiguous(dayFirst: Day, monthFirst: Day)
    case none
  }

  /// How these cells spell days, unless the user says it.
  init(of cells: some Sequence<String>, said: Bool?) {
    guard said == nil else {
      monthFirst = said
      return
    }
    var orders: Set<Bool> = []
    for cell in cells {
      guard let (first, second, _) = DateSpelling.slashed(cell) else { continue }
      if first > 12, second <= 12 { orders.insert(false) }
      if second > 12, first <= 12 { orders.insert(true) }
    }
    monthFirst = orders.count == 1 ? orders.first : nil
  }

  /// The day a cell spells; a time behind it is passed over.
  func read(_ cell: String) -> Reading {
    let text = cell.trimmed
    if let day = DateSpelling.plain(text) { return .day(day) }
    guard let (first, second, year) = DateSpelling.slashed(text) else { return .none }
    let days = [
      Day(year: year, month: first, day: second), Day(year: year, month: second, day: first),
    ]
    guard let monthFirst else {
      if first == second, let day = days[0] { return .day(day) }
      // Both orders are days, or none is.
      if let month = days[0], let day = days[1] {
        return .ambiguous(dayFirst: day, monthFirst: month)
      }
      return (days[0] ?? days[1]).map(Reading.day) ?? .none
    }
    return days[monthFirst ? 0 : 1].map(Reading.day) ?? .none
  }

  /// `2026-01-05`, `20260105`, `5.1.2026`, `January 5, 2026`, with or without a time behind.
  private static func plain(_ text: String) -> Day? {
    let date = text.prefix { $0 != " " && $0 != "T" }
    if let day = Day(date) { return day }
    if date.utf8.count == 8, date.utf8.allSatisfy(\.isDigit) {
      return Day(date.prefix(4) + "-" + date.dropFirst(4).prefix(2) + "-" + date.suffix(2))
    }
    let parts = date.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 3, let day = parts[0], let month = parts[1], let year = parts[2] {
      return Day(year: year < 100 ? 2000 + year : year, month: month, day: day)
    }
    return inWords(text)
  }

  private static func inWords(_ text: String) -> Day? {
    let words = text.lowercased().split { $0 == " " || $0 == "," }
    guard words.count >= 3, words[0].count >= 3,
      let month = Day.monthNames.firstIndex(where: { $0.lowercased().hasPrefix(words[0]) }),
      let day = Int(words[1]), words[2].count == 4, let year = Int(words[2])
    else { return nil }
    return Day(year: year, month: month + 1, day: day)
  }

  /// `1/2/2026`, and as spreadsheets rewrite it `1-2-26`; two digits are a year of this century.
  private static func slashed(_ text: String) -> (Int, Int, year: Int)? {
    let date = text.trimmed.prefix { $0 != " " }
    guard let mark = date.first(where: { !$0.isNumber }), "/-".contains(mark) else { return nil }
    let parts = date.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count == 3, [2, 4].contains(parts[2].utf8.count),
      parts.dropLast().allSatisfy({ (1...2).contains($0.utf8.count) }),
      let first = Int(parts[0]), let second = Int(parts[1]), let year = Int(parts[2])
    else { return nil }
    return (first, second, parts[2].utf8.count == 2 ? 2000 + year : year)
  }
}
