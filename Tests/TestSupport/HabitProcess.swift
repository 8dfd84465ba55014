public import Foundation

/// A program to be run with nothing but what is said here.
///
/// Its output goes to files, never to pipes, so that a program that says much cannot wait for us. It
/// gets a process group of its own, which is killed when its time is over or when it has ended.
public struct HabitProcess: Sendable {
  /// The program and its arguments; one without a slash is looked up in the environment's `PATH`.
  public var command: [String]
  /// All of its environment.
  public var environment: [String: String]
  /// Where it runs.
  public var folder: URL
  /// What it reads from standard input.
  public var input = ""
  /// How long it may run.
  public var timeoutSeconds = 240.0
  /// Whether it is killed when the tests end without ending it, as when they are killed themselves;
  /// then it reads nothing.
  public var endsWithTests = false

  /// A run of a program.
  public init(_ command: [String], environment: [String: String], in folder: URL) {
    self.command = command
    self.environment = environment
    self.folder = folder
  }

  /// An environment in which nothing depends on the computer or the time of day.
  ///
  /// - Parameters:
  ///   - home: The home folder.
  ///   - now: The clock, `2026-03-01T09:00:00`.
  ///   - programs: The folder in which the program is found before all others.
  /// - Returns: The variables by name.
  ///
  /// `HABIT_TESTS_GIT` is a folder with another git than the system's; git's defaults for new repositories
  /// are those that the tests were started with.
  public static func environment(
    home: URL,
    now: String,
    programs: URL = Build.folder
  ) -> [String: String] {
    let defaults = TestRun.environment.filter { $0.key.hasPrefix("GIT_DEFAULT_") }
    let git = TestRun.environment["HABIT_TESTS_GIT"].map { ":" + $0 } ?? ""
    return [
      "HOME": home.path,
      "TMPDIR": home.path,
      "PATH": "\(programs.path)\(git):/usr/local/bin:/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
      "HABIT_NOW": now,
      "GIT_CONFIG_NOSYSTEM": "1",
    ].merging(defaults) { $1 }
  }

  /// Runs the program to its end.
  public func run() throws -> Transcript {
    try start().wait()
  }

  /// Starts the program; it is killed when nobody holds it any more.
  public func start() throws -> RunningProcess {
    try RunningProcess(self)
  }
}

/// A program that cannot be started.
public struct StartError: Error, CustomStringConvertible {
  /// What was to be run.
  public let command: [String]
  /// The error number.
  public let number: Int32

  /// What and why.
  public var description: String {
    "cannot start \(command.joined(separator: " ")): \(unsafe String(cString: strerror(number)))"
  }
}
