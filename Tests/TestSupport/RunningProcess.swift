import CTestSupport
import Foundation
import Glibc
import Synchronization

/// A program that runs beside the test.
public final class RunningProcess: Sendable {
  private let streams: Streams
  private let program: test_program
  private let timeoutSeconds: Double
  private let deadline: ContinuousClock.Instant
  private let state = Mutex(State.running)

  /// Its process id, which is also its process group's.
  public var id: Int32 { program.process }

  private enum State {
    case running
    case ended(Transcript.Ending)
  }

  init(_ process: HabitProcess) throws {
    streams = try Streams(for: process)
    timeoutSeconds = process.timeoutSeconds
    program = try start(process, streams)
    deadline = .now + .seconds(timeoutSeconds)
  }

  deinit {
    let isRunning = state.withLock { if case .running = $0 { true } else { false } }
    if isRunning {
      signal(SIGKILL)
      _ = finish(program, until: .now + .seconds(5))
    }
    close(program.end)
  }

  /// Waits until it has ended, and tells what it said.
  public func wait() throws -> Transcript {
    let ending = state.withLock { state in
      if case .ended(let ending) = state { return ending }
      var ending = finish(program, until: deadline)
      if ending == nil {
        signal(SIGKILL)
        _ = finish(program, until: .now + .seconds(5))
        ending = .timeout(seconds: timeoutSeconds)
      }
      let known = ending ?? .timeout(seconds: timeoutSeconds)
      state = .ended(known)
      return known
    }
    return Transcript(
      output: try text(of: streams.output),
      errors: try text(of: streams.errors),
      ending: ending
    )
  }

  /// Whether it has not ended yet.
  public var isRunning: Bool {
    state.withLock { state in
      guard case .running = state else { return false }
      return !hasEnded(program, until: .now)
    }
  }

  /// What it has written to standard output so far.
  public var outputSoFar: String {
    get throws { try text(of: streams.output) }
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

/// A program's standard streams: files without names, so that nobody waits for anybody.
private final class Streams: Sendable {
  let input: Int32
  let output: Int32
  let errors: Int32
  /// Closed when we end, however we do; nil for most programs.
  let life: Int32?

  init(for process: HabitProcess) throws {
    (output, errors) = (test_file(), test_file())
    if process.endsWithTests {
      var ends: [Int32] = [-1, -1]
      unsafe pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (input, life) = (ends[0], ends[1])
    } else {
      (input, life) = (test_file(), nil)
      if !process.input.isEmpty { try Data(process.input.utf8).write(to: file(input)) }
    }
  }

  deinit {
    for descriptor in [input, output, errors, life ?? -1] { close(descriptor) }
  }
}

private func file(_ descriptor: Int32) -> URL { URL(filePath: "/proc/self/fd/\(descriptor)") }

private func text(of descriptor: Int32) throws -> String {
  String(decoding: try Data(contentsOf: file(descriptor)), as: UTF8.self)
}

/// Starts the program in a process group of its own.
private func start(_ process: HabitProcess, _ streams: Streams) throws -> test_program {
  var command = process.command
  if process.endsWithTests {
    // Nothing ever comes there: what is read is the end.
    let guarded = #"exec 3<&0 </dev/null; (read end <&3; kill -9 0) & exec "$@" 3<&-"#
    command = ["/bin/sh", "-c", guarded, "sh"] + command
  }
  let settings = process.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
  var environment = unsafe settings.map { unsafe strdup($0) } + [nil]
  defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
  var program = test_program()
  let failure = unsafe test_start(
    &program,
    path(of: command[0], among: process.environment["PATH"] ?? ""),
    &arguments,
    &environment,
    process.folder.path,
    [streams.input, streams.output, streams.errors]
  )
  guard failure == 0 else { throw StartError(command: process.command, number: failure) }
  return program
}

/// Where a program is found by its name; a path is itself, and so is what is not found.
private func path(of name: String, among folders: String) -> String {
  guard !name.contains("/") else { return name }
  let paths = folders.split(separator: ":").map { "\($0)/\(name)" }
  return paths.first { unsafe access($0, X_OK) == 0 } ?? name
}

private func hasEnded(_ program: test_program, until deadline: ContinuousClock.Instant) -> Bool {
  while true {
    let milliseconds = max(0, (deadline - .now) / .milliseconds(1))
    var end = pollfd(fd: program.end, events: Int16(POLLIN), revents: 0)
    if unsafe poll(&end, 1, Int32(milliseconds.rounded(.up))) == 1 { return true }
    guard .now < deadline else { return false }
  }
}

/// Waits for the program's end until then; nil when it still runs.
private func finish(
  _ program: test_program,
  until deadline: ContinuousClock.Instant
) -> Transcript.Ending? {
  guard hasEnded(program, until: deadline) else { return nil }
  // Before it is reaped: as long as it is not, its group's number is nobody else's.
  _ = Glibc.kill(-program.process, SIGKILL)
  var status: Int32 = 0
  guard unsafe waitpid(program.process, &status, 0) == program.process else { return nil }
  let signal = status & 0x7f
  return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
}
