public import HabitCore

extension Scoreboard {
  /// `on vacation until 6 December`; nil when the user is not.
  public var vacationInWords: String? { vacation?.inVacationWords(on: today) }

  /// `You are on vacation until 6 December.`; nil when the user is not.
  public var vacationLine: String? { vacationInWords.map { "You are \($0)." } }
}

extension Profile {
  /// `You are on vacation until 6 December.`; nil when the user is not.
  public func vacationLine(on today: Day) -> String? {
    vacations.first { $0.contains(today) }.map { "You are \($0.inVacationWords(on: today))." }
  }
}

extension DaySpan {
  fileprivate func inVacationWords(on today: Day) -> String {
    guard let end else { return "on vacation until further notice" }
    let year = end.year == today.year ? "" : " \(end.year)"
    return "on vacation until \(end.dayOfMonth) \(end.monthName)\(year)"
  }
}
