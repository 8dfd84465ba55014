internal import HabitCore
internal import HabitScore

extension Scoreboard {
  /// `on vacation until 6 December`; nil when the user is not.
  var vacationInWords: String? {
    guard let vacation else { return nil }
    guard let end = vacation.end else { return "on vacation until further notice" }
    let year = end.year == today.year ? "" : " \(end.year)"
    return "on vacation until \(end.dayOfMonth) \(end.monthName)\(year)"
  }

  /// `You are on vacation until 6 December.`; nil when the user is not.
  var vacationLine: String? { vacationInWords.map { "You are \($0)." } }
}
