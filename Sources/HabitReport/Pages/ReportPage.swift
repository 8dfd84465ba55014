public import HabitCore

/// One of all pages about a user: what it is about, and its name.
public struct ReportPage: Hashable, Sendable {
  /// The days it is about.
  public let period: Period
  /// The name of its file without the ending, and of its page in a manual: `2026-w09`.
  public let name: String
  /// What a link to it says: `23 February – 1 March 2026`.
  public let label: String
  /// Its period in short: `2026-W09`.
  let code: String
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
    code = habit.id.text
    anchor = today
  }

  /// The page of a period; `days` are those that have pages.
  init(_ period: Period, weekStart: Weekday, within days: ClosedRange<Day>) {
    self.period = period
    habit = nil
    let first = period.days.lowerBound
    switch period.kind {
    case .week:
      (code, label) = (first.weekLabel(beginning: weekStart), period.days.dated(with: "–"))
    case .month:
      let month = "\(first.monthName) \(first.year)"
      (code, label) = (String("\(first)".prefix("2026-03".count)), month)
    case .quarter: (code, label) = (first.quarterLabel, period.days.months(with: "–"))
    case .day, .year: (code, label) = ("\(first.year)", "\(first.year)")
    case .all: (code, label) = ("profile", "Profile")
    }
    name = code.lowercased()
    // A week is of the month and the year of its Thursday, as its number is; but a week at either end
    // may have its Thursday where no month has a page.
    let middle = period.kind == .week ? first.advanced(by: 3) : first
    anchor = min(max(middle, days.lowerBound), days.upperBound)
  }
}
