/// A value of an imported file that differs from the one that is here.
public struct ImportDifference: Sendable {
  /// The name of the habit here; `profile` for the profile.
  public let habit: String
  /// The field, or the day.
  public let what: String
  public let here: String
  public let there: String
  /// Whether the value of the file replaces the one that is here.
  public let isTaken: Bool
}

extension ImportDifference: CustomStringConvertible {
  /// `Run, schedule: every day stays; the file says 3 times a week`.
  public var description: String {
    "\(habit), \(what): "
      + (isTaken ? "\(here) becomes \(there)" : "\(here) stays; the file says \(there)")
  }
}
