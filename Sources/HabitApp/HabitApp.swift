// HabitApp is the use cases of the program: what a second front end would call.
//
// Values go in; values and errors come out. Architecture invariants: this module never reads a command
// line, prints, or asks on a terminal, which is HabitCLI's part; an error is a `Failure`, in the words
// that the user reads; a change of files is a `ChangeRequest`, decided from the user's files alone, so
// that it can be tried without being made. Start reading at `Application`, then `ChangeRequest`.

public import HabitCore
public import Posix

/// The program in a world, for the repository and the user that were named; its extensions are the use
/// cases.
public struct Application: Sendable {
  /// What it may ask of the system.
  public let world: World
  /// The folder of the repository; nil for the one around the working directory, or the default one.
  public let repository: String?
  /// The user to act as; nil for the one that the environment or the clone names.
  public let user: String?
  /// Is given every step, in words.
  public let trace: @Sendable (String) -> Void

  public init(
    in world: World,
    repository: String?,
    user: String?,
    trace: @escaping @Sendable (String) -> Void
  ) {
    self.world = world
    self.repository = repository
    self.user = user
    self.trace = trace
  }

  public func acting(as user: UserID) -> Application {
    Application(in: world, repository: repository, user: user.text, trace: trace)
  }
}
