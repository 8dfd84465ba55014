internal import HabitCore

/// How a column spells days: what no single cell tells, all of them may.
struct DateSpelling {
  /// Whether days with slashes begin with the month; nil when nothing tells.
  private var monthFirst: Bool?
  private var orders: Set<Bool> = []
  /// The civil date at a time in seconds after 1970-01-01T00:00:00Z, for a time in UTC.
  private let local: @Sendable (Int) -> Day

  /// A day that was read, or why it was not.
  enum Reading: Equatable {
    case day(Day)
    case ambiguous(dayFirst: Day, monthFirst: Day)
    case none
  }

  /// The order of day and month that the user says, or else the cells that are looked at.
  init(_ options: ImportOptions) {
    monthFirst = options.monthFirst
    local = options.localDay
  }

  mutating func look(at cell: String) {
    guard case .parts(let first, let second, _)? = Date(cell) else { return }
    if first > 12, second <= 12 { orders.insert(false) }
    if second > 12, first <= 12 { orders.insert(true) }
  }

  /// The day a cell spells; a time behind it is passed over, unless it is in UTC.
  func read(_ cell: String) -> Reading {
    if let time = UnixTime(utc: cell) { return .day(local(time.seconds)) }
    switch Date(cell) {
    case .day(let day): return .day(day)
    case nil: return .none
    case .parts(let first, let second, let year):
      let days = [
        Day(year: year, month: first, day: second), Day(year: year, month: second, day: first),
      ]
      if let monthFirst = monthFirst ?? (orders.count == 1 ? orders.first : nil) {
        return days[monthFirst ? 0 : 1].map(Reading.day) ?? .none
      }
      if first == second, let day = days[0] { return .day(day) }
      // Both orders are days, or none is.
      if let month = days[0], let day = days[1] {
        return .ambiguous(dayFirst: day, monthFirst: month)
      }
      return (days[0] ?? days[1]).map(Reading.day) ?? .none
    }
  }

  private enum Date {
    case day(Day)
    /// Two numbers of which either can be the month.
    case parts(Int, Int, year: Int)

    /// Three numbers, of which the one of four digits is the year, or the name of a month in English.
    init?(_ cell: String) {
      if let day = Day(cell.utf8.count == 10 ? cell : String(cell.prefix(10))), Date.ends(cell) {
        self = .day(day)
        return
      }
      var rest = cell.trimmed[...]
      var numbers: [Substring] = []
      var marks: [String] = []
      while numbers.count < 3, let first = rest.first, first.isASCII, first.isNumber {
        numbers.append(rest.prefix { $0.isASCII && $0.isNumber })
        rest = rest.dropFirst(numbers[numbers.count - 1].count)
        let mark = rest.prefix { "-/. 年月년월".contains($0) }
        marks.append(String(mark).trimmed)
        if numbers.count < 3 { rest = rest.dropFirst(mark.count) }
      }
      let isEnd = rest.first.map { " T.,日일".contains($0) } ?? true
      let values = numbers.compactMap { Int($0) }
      let lengths = numbers.map(\.count)
      if isEnd, lengths == [8] || lengths.count > 1 && lengths[0] == 8 {
        self.init(
          Day(
            numbers[0].prefix(4) + "-" + numbers[0].dropFirst(4).prefix(2) + "-"
              + numbers[0].suffix(2)
          )
        )
      } else if isEnd, values.count == 3, lengths[0] == 4, lengths[1] < 3, lengths[2] < 3,
        marks[0] == marks[1] || marks[0] == "年" || marks[0] == "년", !marks[0].isEmpty
      {
        self.init(Day(year: values[0], month: values[1], day: values[2]))
      } else if isEnd, values.count == 3, lengths[0] < 3, lengths[1] < 3, marks[0] == marks[1],
        "-/.".contains(marks[0]), !marks[0].isEmpty, [2, 4].contains(lengths[2])
      {
        let year = lengths[2] == 2 ? 2000 + values[2] : values[2]
        // Points come behind the day.
        guard marks[0] == "." else {
          self = .parts(values[0], values[1], year: year)
          return
        }
        self.init(Day(year: year, month: values[1], day: values[0]))
      } else {
        self.init(Date.inWords(cell))
      }
    }

    private init?(_ day: Day?) {
      guard let day else { return nil }
      self = .day(day)
    }

    /// Whether a date of ten characters ends there, or a time follows.
    private static func ends(_ cell: String) -> Bool {
      cell.dropFirst(10).first.map { " T,".contains($0) } ?? true
    }

    /// `January 5, 2026`, `Mon, 5 Jan 2026`, `5-Jan-26`.
    private static func inWords(_ text: String) -> Day? {
      let words = text.lowercased().split { " ,-/.".contains($0) }.prefix(6)
      let names = Day.monthNames.map { $0.lowercased() }
      let months = words.compactMap { word in
        word.count < 3 ? nil : names.firstIndex { $0.hasPrefix(word) }
      }
      let numbers = words.compactMap { word -> (Int, length: Int)? in
        let ending = ["st", "nd", "rd", "th"].first { word.hasSuffix($0) }
        let digits = word.dropLast(ending?.count ?? 0)
        return Int(digits).map { ($0, digits.count) }
      }
      guard let month = months.first, numbers.count > 1,
        let day = numbers.first(where: { $0.length < 3 })?.0
      else { return nil }
      let year = numbers.first { $0.length == 4 }?.0 ?? 2000 + numbers[1].0
      return year < 2100 ? Day(year: year, month: month + 1, day: day) : nil
    }
  }
}
