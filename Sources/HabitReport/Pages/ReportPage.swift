public import HabitCore

/// One of all pages about a user: what it is about, and its name.
public struct ReportPage: Hashable, Sendable {
  /// The days it is about.
  public let period: Period
  /// The name of its file without the ending, and of its page in a manual: `2026-w09`.
  public let name: String
  /// What a link to it says: `2026-W09`.
  public let label: String
  /// The habit it is about; nil for all habits.
  public let habit: HabitID?
  /// The day by which it belongs to a month, a quarter and a year.
  let anchor: Day

  /// The name of its template, without `habit-`.
  public var template: String {
    habit != nil ? "habit" : period.kind == .all ? "profile" : period.kind.rawValue
  }

  /// The name of the page of a habit, unlike that of any other page, also behind the id of a user.
  public static func name(of habit: HabitID) -> String { "of-\(habit)" }

  /// The page of a habit, over all of its days.
  init(of habit: Habit, to today: Day) {
    self.habit = habit.id
    period = Period(of: habit, to: today)
    (name, label) = (ReportPage.name(of: habit.id), habit.name.text)
    anchor = today
  }

  /// The page of a period; `days` are those that have pages.
  init(_ period: Period, weekStart: Weekday, within days: ClosedRange<Day>) {
    self.period = period
    habit = nil
    let first = period.days.lowerBound
    let label: String
    switch period.kind {
    case .week: label = first.weekLabel(beginning: weekStart)
    case .month: label = String("\(first)".prefix("2026-03".count))
    case .quarter: label = first.quarterLabel
    case .day, .year: label = "\(first.year)"
    case .all: label = "Profile"
    }
    self.label = period.kind == .month ? "\(first.monthName) \(first.year)" : label
    name = label.lowercased()
    // A week is of the month and the year of its Thursday, as its number is; but a week at either end
    // may have its Thursday where no month has a page.
    let middle = period.kind == .week ? first.advanced(by: 3) : first
    anchor = min(max(middle, days.lowerBound), days.upperBound)
  }
}
