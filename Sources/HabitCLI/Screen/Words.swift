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

/// `1 day`, `2 days`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// A whole number with its thousands apart: `1,250`.
func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}
