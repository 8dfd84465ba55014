internal import CSystem
internal import Synchronization

extension Subprocess {
  public struct Limit: Sendable {
    /// How long it may write nothing, in seconds.
    public let idleSeconds: Double
    /// When it must have ended.
    public let deadline: ContinuousClock.Instant?

    public init(idleSeconds: Double, deadline: ContinuousClock.Instant? = nil) {
      self.idleSeconds = idleSeconds
      self.deadline = deadline
    }

    /// Until when it may write nothing from now on.
    public var end: ContinuousClock.Instant {
      let idle = ContinuousClock.now + .seconds(idleSeconds)
      return deadline.map { min($0, idle) } ?? idle
    }
  }

  public enum Group: Sendable {
    /// It may ask the user at the terminal, and stays in our process group, to which the terminal
    /// listens; only the program itself is ended.
    case terminal
    /// It leads a session, so that nothing that it starts can reach the user's terminal. Its process
    /// group is ended with it when it takes too long; what it leaves behind goes on.
    case session
    /// As a session, with a limit of memory; what it leaves behind is killed.
    case sandbox
  }

  public enum Stream: Sendable {
    case output
    case errors
  }

  public enum Outcome: Hashable, Sendable {
    /// It ended with this status: 128 and the number of the signal, if one ended it.
    case ended(Int32)
    case notFound
    /// It took too long: it wrote nothing for so long, or its deadline is over.
    case timedOut(isIdle: Bool)
    case stopped
  }

  /// Runs the program to its end.
  ///
  /// It gets SIGTERM when we are killed. A process that it started may keep its streams open, as `ssh`
  /// does for the next connection; that is not waited for.
  public func run(
    on input: [UInt8] = [],
    as group: Group,
    within limit: Limit,
    _ listener: (Stream, [UInt8]) -> Bool
  ) throws(SystemError) -> Outcome {
    let (source, output, errors) = (try Pipe(), try Pipe(), try Pipe())
    // A program that reads no more is an error of write(2), not our end.
    _ = signal(SIGPIPE, system_ignore)
    let started = try Subprocess.running.withLock { running throws(SystemError) in
      let kind =
        switch group {
        case .terminal: system_in_terminal
        case .session: system_in_session
        case .sandbox: system_bounded
        }
      let process = try start(
        kind,
        input: input.isEmpty ? SYSTEM_NULL : source.reader,
        output: output.writer,
        errors: errors.writer
      )
      if let process { running[process] = group }
      return process
    }
    guard let process = started else { return .notFound }
    source.closeReader()
    output.closeWriter()
    errors.closeWriter()
    if input.isEmpty { source.closeWriter() }
    var exchange = Exchange(source, output, errors, input[...])
    let failure = exchange.run(process, within: limit, listener)
    if failure != nil { Subprocess.end(process, group) }
    if group == .sandbox { kill(-process, SIGKILL) }
    Subprocess.running.withLock { $0[process] = nil }
    let status = try wait(for: process)
    return failure ?? .ended(status)
  }

  /// How long a program may take to remove its locks when it is asked to end, in seconds.
  private static let graceSeconds = 5.0

  private static func end(_ process: pid_t, _ group: Group) {
    let target = group == .terminal ? process : -process
    if group != .sandbox {
      kill(target, SIGTERM)
      let end = ContinuousClock.now + .seconds(graceSeconds)
      while .now < end, !hasEnded(process) { usleep(2_000) }
    }
    kill(target, SIGKILL)
  }

  /// Those that are listened to, and not waited for yet, so that no other process has their numbers.
  private static let running = Mutex<[pid_t: Group]>([:])

  /// Ends all that are listened to, and lets none begin while something is done.
  static func endAll(before action: () -> Void) {
    running.withLock { running in
      for (process, group) in running { end(process, group) }
      action()
    }
  }
}

private struct Exchange {
  private let source: Pipe
  private let streams: [(pipe: Pipe, stream: Subprocess.Stream)]
  private var input: ArraySlice<UInt8>

  init(_ source: Pipe, _ output: Pipe, _ errors: Pipe, _ input: ArraySlice<UInt8>) {
    for end in [source.writer, output.reader, errors.reader] where end >= 0 {
      system_set_nonblocking(end)
    }
    self.source = source
    self.input = input
    streams = [(output, .output), (errors, .errors)]
  }

  /// Exchanges bytes until the program ends; what kept it from that.
  mutating func run(
    _ process: pid_t,
    within limit: Subprocess.Limit,
    _ listener: (Subprocess.Stream, [UInt8]) -> Bool
  ) -> Subprocess.Outcome? {
    var end = limit.end
    while true {
      // Asked before its last words are read: nothing follows them.
      let hasEnded = Subprocess.hasEnded(process)
      feed()
      var isHeard = false
      for (pipe, stream) in streams {
        guard let bytes = receive(from: pipe) else { continue }
        guard listener(stream, bytes) else { return .stopped }
        isHeard = true
      }
      if isHeard { end = limit.end } else if hasEnded { return nil }
      guard .now < end else {
        return .timedOut(isIdle: limit.deadline.map { .now < $0 } ?? true)
      }
      if !isHeard { wait(until: end) }
    }
  }

  private mutating func feed() {
    while source.writer >= 0 {
      let count = unsafe input.withUnsafeBytes {
        unsafe write(source.writer, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      if count > 0 { input = input.dropFirst(count) }
      // A program that reads no more has seen enough.
      if count < 0 || input.isEmpty { source.closeWriter() }
    }
  }

  /// What a program wrote; nil when there is nothing now.
  private func receive(from pipe: Pipe) -> [UInt8]? {
    guard pipe.reader >= 0 else { return nil }
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, received in
      count = unsafe read(pipe.reader, buffer.baseAddress, 1 << 16)
      received = max(count, 0)
    }
    if count == 0 { pipe.closeReader() }
    return count > 0 ? bytes : nil
  }

  /// Waits for something to do, and now and then for the program's end, which nothing tells.
  private func wait(until end: ContinuousClock.Instant) {
    let readers = streams.map(\.pipe.reader)
    let longest = readers.allSatisfy { $0 < 0 } ? 1.0 : 50
    let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
    unsafe system_wait(readers, source.writer, Int32(max(0, min(left.rounded(.up), longest))))
  }
}
