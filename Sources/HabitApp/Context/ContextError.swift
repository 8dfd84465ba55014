public import HabitCore

/// Why a command cannot tell where it works, for whom and when, or must not write there.
public enum ContextError: Error, Hashable, Sendable {
  case notARepository(root: String, named: String)
  /// The named folder is not in the folder of the tutorial whose shell this is.
  case outsideTutorial(root: String)
  case noRepository
  /// There is no place for a repository, because `HOME` is not set.
  case noHome
  /// A repository cannot be made in a folder.
  case cannotCreate(root: String)
  /// A file lies where a repository is to be made.
  case notAFolder(String)
  /// A folder that is to become a repository has other things in it.
  case occupied(String)
  /// A text is not a user's id.
  case invalidUser(String)
  /// There is no such user; these there are, one of them perhaps meant.
  case unknownUser(UserID, known: [UserID], nearest: UserID?)
  /// `HABIT_DEVICE` is not a nickname.
  case invalidDevice(String)
  /// `HABIT_NOW` is not a time.
  case malformedNow(String)
  /// The files have a newer format: they are read, never written.
  case newerFormat(root: String, Int)
  /// The program runs as root in another user's repository, who could not change what it writes.
  case ownedByAnother(root: String, owner: Int)
}
