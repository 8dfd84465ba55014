import Foundation

/// What a program said and how it ended.
public struct Transcript: Sendable {
  /// What it wrote to standard output.
  public let output: String
  /// What it wrote to standard error.
  public let errors: String
  /// How it ended: its status, or 128 and the signal.
  public let status: Int32

  /// Output, errors and a status that is not 0, as one text.
  public var text: String { output + errors + (status == 0 ? "" : "[exit \(status)]\n") }

  /// Runs a program to its end; one that takes a minute is killed.
  public init(
    of arguments: [String],
    in folder: String,
    _ environment: [String: String]
  ) throws {
    // Files, not pipes: a full pipe would hold the program up.
    let name = NSTemporaryDirectory() + "habit-said-" + UUID().uuidString
    let (out, err) = (name + ".out", name + ".err")
    defer {
      for file in [out, err] { unlink(file) }
    }
    let program = ["timeout", "-s", "KILL", "60"] + arguments
    status = try Running(program, in: folder, environment, output: out, errors: err).wait()
    output = try String(contentsOfFile: out, encoding: .utf8)
    errors = try String(contentsOfFile: err, encoding: .utf8)
  }
}

/// A program that runs beside the tests.
///
/// Foundation's Process crashes when many are started at once from several threads.
public struct Running: Sendable {
  private let process: pid_t

  /// A program could not be started.
  public struct Failure: Error {
    /// The errno.
    public let code: Int32
  }

  /// Starts a program of `PATH` in a folder, its standard streams in files.
  public init(
    _ arguments: [String],
    in folder: String,
    _ environment: [String: String],
    output: String,
    errors: String
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let write = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, write, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, write, 0o600)
    let program = ["env", "-C", folder] + arguments
    var words = program.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, program[0], &actions, nil, &words, &variables)
    guard code == 0 else { throw Failure(code: code) }
    self.process = process
  }

  /// Waits for its end: its status, or 128 and the signal.
  public func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
