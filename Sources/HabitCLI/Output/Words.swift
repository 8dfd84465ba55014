internal import HabitCore

// How days and numbers read in a sentence.

extension Day {
  /// `Sunday, 1 March 2026`.
  var long: String {
    let (year, _, day) = fields
    return "\(weekday.rawValue.capitalizedFirst), \(day) \(monthName) \(year)"
  }

  /// `March`.
  var monthName: String { Day.monthNames[fields.month - 1] }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
