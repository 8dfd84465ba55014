import Foundation
import Glibc
import Synchronization

/// A program that runs beside the test.
public final class RunningProcess: Sendable {
  private let scratch: TemporaryFolder
  private let timeoutSeconds: Double
  private let deadline: ContinuousClock.Instant
  private let state: Mutex<State>

  /// Its process id, which is also its process group's.
  public let id: Int32

  private enum State {
    case running
    case ended(Transcript.Ending)
  }

  init(_ process: HabitProcess) throws {
    scratch = try TemporaryFolder()
    try scratch.write(process.input, to: "input")
    timeoutSeconds = process.timeoutSeconds
    id = try spawn(process, scratch: scratch.url)
    deadline = .now + .seconds(timeoutSeconds)
    state = Mutex(.running)
  }

  deinit {
    kill()
    _ = finish(id, until: .now + .seconds(5))
  }

  /// Waits until it has ended, and tells what it said.
  public func wait() throws -> Transcript {
    let ending = state.withLock { state in
      if case .ended(let ending) = state { return ending }
      var ending = finish(id, until: deadline)
      if ending == nil {
        signal(SIGKILL)
        _ = finish(id, until: .now + .seconds(5))
        ending = .timeout(seconds: timeoutSeconds)
      }
      let known = ending ?? .timeout(seconds: timeoutSeconds)
      state = .ended(known)
      return known
    }
    return Transcript(
      output: try scratch.read("output"),
      errors: try scratch.read("error"),
      ending: ending
    )
  }

  /// Whether it has not ended yet.
  public var isRunning: Bool {
    state.withLock { state in
      guard case .running = state else { return false }
      var information = unsafe siginfo_t()
      let answer = unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
      return unsafe answer == 0 && information.si_signo != SIGCHLD
    }
  }

  /// What it has written to standard output so far.
  public var outputSoFar: String {
    get throws { try scratch.read("output") }
  }

  /// Ends it and everything it started, as `kill -9` does.
  public func kill() {
    state.withLock { state in
      if case .running = state { signal(SIGKILL) }
    }
  }

  private func signal(_ number: Int32) {
    _ = Glibc.kill(-id, number)
  }
}

/// Starts the program in a process group of its own and gives its id.
private func spawn(_ process: HabitProcess, scratch: URL) throws -> pid_t {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  let writing = O_WRONLY | O_CREAT | O_TRUNC
  for (descriptor, name, flags) in [
    (0, "input", O_RDONLY), (1, "output", writing), (2, "error", writing),
  ] as [(Int32, String, Int32)] {
    unsafe posix_spawn_file_actions_addopen(
      &actions,
      descriptor,
      scratch.appending(path: name).path,
      flags,
      0o600
    )
  }

  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  unsafe sigfillset(&signals)
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  unsafe sigemptyset(&signals)
  unsafe posix_spawnattr_setsigmask(&attributes, &signals)
  unsafe posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
  )

  // Swift does not see posix_spawn_file_actions_addchdir_np; env(1) goes to the folder in its stead,
  // and changes into the program, so that the process id stays.
  let words = ["env", "-C", process.folder.path, "--"] + process.command
  let settings = process.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
  var environment = unsafe settings.map { unsafe strdup($0) } + [nil]
  defer { unsafe (arguments + environment).forEach { unsafe free($0) } }

  var id: pid_t = 0
  let failure = unsafe posix_spawn(
    &id,
    "/usr/bin/env",
    &actions,
    &attributes,
    &arguments,
    &environment
  )
  guard failure == 0 else { throw StartError(command: process.command, number: failure) }
  return id
}

/// Waits for the program's end until then; nil when it still runs.
private func finish(_ id: pid_t, until deadline: ContinuousClock.Instant) -> Transcript.Ending? {
  var pauseMicroseconds: UInt32 = 200
  while true {
    // First only look: as long as the process is not reaped, its group's number is nobody else's.
    var information = unsafe siginfo_t()
    let answer = unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
    if answer == 0, unsafe information.si_signo == SIGCHLD { break }
    guard answer == 0 || errno == EINTR, .now < deadline else { return nil }
    usleep(pauseMicroseconds)
    pauseMicroseconds = min(pauseMicroseconds * 2, 5_000)
  }
  _ = Glibc.kill(-id, SIGKILL)
  var status: Int32 = 0
  guard unsafe waitpid(id, &status, 0) == id else { return nil }
  let signal = status & 0x7f
  return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
}
