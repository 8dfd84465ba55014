/// How a command ended.
///
/// Source: sysexits(3); habit(1), EXIT STATUS.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  /// merge-driver left a file to be merged manually.
  case conflict = 1
  /// Something on the command line is wrong, a date in the future too.
  case usage = 64
  /// A file is wrong.
  case data = 65
  /// There is no such habit, user or repository.
  case noInput = 66
  /// A library or program that is needed is not there.
  case unavailable = 69
  case cannotCreate = 73
  case inputOutput = 74
  /// Not now: try again.
  case temporary = 75
  /// Refused for want of rights.
  case noPermission = 77
  /// Something is not set up.
  case configuration = 78
}
