public import HabitCore

/// Days laid out by weeks: a week a column for a year, a week a line for a month.
public struct CalendarGrid {
  public let days: ClosedRange<Day>
  /// The first days of the weeks.
  public let weeks: [Day]

  /// A grid of days; of more than `mostWeeks` weeks the latest are kept.
  public init(of days: ClosedRange<Day>, weeksBeginning weekStart: Weekday, mostWeeks: Int? = nil) {
    self.days = days
    let first = days.lowerBound.startOfWeek(beginning: weekStart)
    let weeks = stride(from: 0, through: first.distance(to: days.upperBound), by: 7).map {
      first.advanced(by: $0)
    }
    self.weeks = weeks.suffix(mostWeeks ?? weeks.count)
  }

  /// The months with a name, each over the week that has its first day.
  var months: [(week: Int, name: String)] {
    weeks.enumerated().compactMap { index, week in
      let last = week.advanced(by: 6)
      guard last.dayOfMonth <= 7, days.contains(last) || index == 0 else { return nil }
      return (index, String(last.monthName.prefix(3)))
    }
  }

  /// A week a column, below a line with the months; the margin names every other weekday.
  ///
  /// `cell` is the mark of a day, one column wide; it is also asked of days beyond the range.
  public func yearLines(margin: Int, cell: (Day) -> String) -> [String] {
    var header = ""
    for (week, name) in months where header.count <= week {
      header = header.padded(to: week) + name + " "
    }
    let rows = (0..<7).map { row -> String in
      let label = row % 2 == 0 ? weeks[0].advanced(by: row).weekday.abbreviation : ""
      return label.padded(to: margin) + weeks.map { cell($0.advanced(by: row)) }.joined()
    }
    return ["".padded(to: margin) + header] + rows
  }

  /// A week a line, each day with its number.
  ///
  /// `cell` is the mark behind the number of a day, one column wide.
  public func monthLines(cell: (Day) -> String) -> [String] {
    let names = (0..<7).map { weeks[0].advanced(by: $0).weekday.abbreviation.padded(to: 6) }
    let rows = weeks.map { week in
      (0..<7).map { offset -> String in
        let day = week.advanced(by: offset)
        guard days.contains(day) else { return "".padded(to: 6) }
        let number = "\(day.dayOfMonth)"
        return "".padded(to: 2 - number.count) + number + " " + cell(day) + "  "
      }.joined()
    }
    return [names.joined()] + rows
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
