// How days are named in sentences, in English.

extension Day {
  /// `31 July 2026`.
  public var inWords: String { "\(dayOfMonth) \(monthName) \(year)" }

  /// `Friday, 31 July 2026`.
  public var long: String { "\(weekday.name), \(inWords)" }

  /// `Friday 31 July`.
  public var longInYear: String { "\(weekday.name) \(dayOfMonth) \(monthName)" }

  /// `July`.
  public var monthName: String { Day.monthNames[month - 1] }

  /// January first.
  public static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension Weekday {
  /// `Friday`.
  public var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// `Fri`.
  public var abbreviation: String { String(name.prefix(3)) }
}
