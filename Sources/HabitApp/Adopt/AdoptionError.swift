public import HabitCore

/// Why a history was not adopted.
public enum AdoptionError: Error, Sendable {
  /// A user cannot adopt the own history.
  case sameUser(UserID)
  /// The adopting user's own history is another's by now.
  case adopterIsAdopted(UserID, by: UserID)
  /// Another user has adopted the history.
  case isAdopted(UserID, by: UserID)
  /// Records would not arrive, which is a fault of the program.
  case recordsLost(count: Int, first: String)
}
