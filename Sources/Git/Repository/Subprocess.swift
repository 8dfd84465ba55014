internal import CLinux
internal import Glibc

/// Another program, run to its end.
///
/// Without a terminal it is the leader of a session of its own, so that nothing it starts can reach
/// the user's terminal, and its whole process group is ended with it; with one it stays in our
/// group, to which the terminal listens. It is told to end when we are killed.
struct Subprocess {
  /// The program, which is looked up in `PATH`, and its arguments.
  let command: [String]
  /// Its variables.
  let environment: [String: String]
  /// Where it runs.
  let folder: String
  /// Whether it may ask the user at the terminal.
  let hasTerminal: Bool

  /// How long a program may take.
  struct Limit {
    /// How long it may say nothing, in seconds.
    let silenceSeconds: Double
    /// When it must have ended.
    let deadline: ContinuousClock.Instant?

    /// Until when it may say nothing from now on.
    var end: ContinuousClock.Instant {
      let silence = ContinuousClock.now + .seconds(silenceSeconds)
      return deadline.map { min($0, silence) } ?? silence
    }
  }

  /// Which of its streams a program wrote to.
  enum Stream {
    case output
    case errors
  }

  /// Given what a program writes; what it throws ends the program.
  typealias Listener = (Stream, [UInt8]) throws(GitError) -> Void

  /// Where a program is; one with a slash is where it says.
  static func find(_ name: String, in environment: [String: String]) -> String? {
    guard !name.contains("/") else { return name }
    return (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { System.canRun($0) }
  }

  /// Runs the program until it ends.
  ///
  /// What it started may hold its streams longer, as `ssh` does for the next connection; that is
  /// not waited for.
  ///
  /// - Parameters:
  ///   - limit: how long it may take.
  ///   - listener: given what it writes, as soon as it does.
  /// - Returns: its exit status, or 128 and the number of the signal.
  /// - Throws: `.programMissing`, `.timedOut`, and what the listener throws.
  func run(within limit: Limit, _ listener: Listener) throws(GitError) -> Int32 {
    let (output, errors) = (try Pipe(), try Pipe())
    let process = try start(output, errors)
    do throws(GitError) {
      var end = limit.end
      while true {
        // Asked before its last words are read: nothing follows them.
        let status = Subprocess.status(of: process)
        let isHeard = try output.drain { (bytes) throws(GitError) in try listener(.output, bytes) }
        let isWarned = try errors.drain { (bytes) throws(GitError) in try listener(.errors, bytes) }
        if let status { return status }
        if isHeard || isWarned { end = limit.end }
        guard .now < end else { throw .silence(within: limit) }
        Pipe.wait(for: [output, errors], until: end)
      }
    } catch {
      end(process)
      throw error
    }
  }
}

// MARK: Starting and ending

extension Subprocess {
  private func start(_ output: Pipe, _ errors: Pipe) throws(GitError) -> pid_t {
    let name = command.first ?? ""
    guard let path = Subprocess.find(name, in: environment) else {
      throw GitError(.programMissing(name), "the program \(name) is not installed")
    }
    var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe linux_start(
      &process,
      path,
      &arguments,
      &variables,
      folder,
      output.writing,
      errors.writing,
      hasTerminal ? 1 : 0
    )
    output.closeWriting()
    errors.closeWriting()
    guard code != ENOENT else {
      throw GitError(.programMissing(name), "the program \(name) is not installed")
    }
    guard code == 0 else { throw GitError(errno: code, at: path) }
    return process
  }

  /// How a process has ended; nil while it runs.
  private static func status(of process: pid_t) -> Int32? {
    var raw: Int32 = 0
    let found = unsafe waitpid(process, &raw, WNOHANG)
    if found == process { return raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F }
    return found < 0 && errno != EINTR ? 127 : nil
  }

  /// How long a program may take to remove its locks when it is told to end, in seconds.
  private static let graceSeconds = 2.0

  /// Ends the program and, without a terminal, all that it started.
  private func end(_ process: pid_t) {
    let group = hasTerminal ? process : -process
    kill(group, SIGTERM)
    let end = ContinuousClock.now + .seconds(Subprocess.graceSeconds)
    var information = unsafe siginfo_t()
    // It stays a zombie until its group is ended: its number is nobody else's before.
    while .now < end,
      unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
      unsafe information._sifields._sigchld.si_pid == 0
    {
      usleep(2_000)
    }
    kill(group, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }
}

/// What a program writes, read without waiting.
private final class Pipe {
  private(set) var writing: Int32
  private let reading: Int32
  private var isOpen = true

  init() throws(GitError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe linux_pipe(&ends) == 0 else { throw GitError(errno: errno, at: "pipe") }
    (reading, writing) = (ends[0], ends[1])
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(reading)
    closeWriting()
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Gives everything that can be read now; whether there was anything.
  func drain(_ body: ([UInt8]) throws(GitError) -> Void) throws(GitError) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var isAny = false
    while isOpen {
      let count = unsafe read(reading, &chunk, chunk.count)
      if count == 0 { isOpen = false }
      guard count > 0 else { return isAny }
      isAny = true
      try body(Array(chunk[..<count]))
    }
    return isAny
  }

  /// Waits for something to read, and now and then for the program's end, which nothing tells.
  static func wait(for pipes: [Pipe], until end: ContinuousClock.Instant) {
    var entries = pipes.filter(\.isOpen)
      .map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
    let longest = entries.isEmpty ? 1.0 : 50
    let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
    _ = unsafe poll(&entries, nfds_t(entries.count), Int32(max(0, min(left.rounded(.up), longest))))
  }
}

extension GitError {
  fileprivate static func silence(within limit: Subprocess.Limit) -> GitError {
    let isOver = limit.deadline.map { $0 <= .now } ?? false
    return GitError(
      .timedOut,
      isOver ? "the time is over" : "no answer for \(limit.silenceSeconds) s"
    )
  }
}
