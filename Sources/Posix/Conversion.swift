internal import CLinux
internal import Glibc

/// Another program that turns bytes into bytes, trusted with nothing else.
///
/// It has an empty folder for its own, the variables it is given, a process group that is killed
/// when its time is over, and no terminal.
public struct Conversion: Sendable {
  private let arguments: [String]
  private let environment: [String: String]

  /// How long it may run, in seconds.
  public static let timeoutSeconds = 10
  /// The most bytes it may write.
  public static let largestOutput = 64 * 1024 * 1024

  /// What came of it.
  public struct Result: Sendable {
    /// The status it ended with; ``Program/notFound`` when it is not installed.
    public let status: Int32
    /// What it wrote.
    public let output: [UInt8]
    /// What it said on standard error.
    public let errors: String
    /// Whether it was ended because it took too long or wrote too much.
    public let wasEnded: Bool
  }

  /// A program of `PATH` and its arguments.
  public init(_ arguments: [String], environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs the program on some bytes.
  public func run(on input: [UInt8]) throws(SystemError) -> Result {
    // A program that reads no more is an error of write(2), not our end.
    _ = signal(SIGPIPE, SIG_IGN)
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let (standardInput, output, errors) = (try Pipe(), try Pipe(), try Pipe())
    guard let process = try start(in: folder.path, standardInput, output, errors) else {
      for pipe in [standardInput, output, errors] { pipe.close() }
      return Result(status: Program.notFound, output: [], errors: "", wasEnded: false)
    }
    close(standardInput.reader)
    close(output.writer)
    close(errors.writer)
    var exchange = Exchange(standardInput.writer, output.reader, errors.reader, input)
    let wasEnded = !exchange.run(until: Exchange.milliseconds() + Conversion.timeoutSeconds * 1000)
    exchange.close()
    // Whatever it started goes with it.
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .last("wait for", arguments[0]) }
    }
    return Result(
      status: wasEnded ? 128 + SIGKILL : exchange.isFinished ? Program.status(of: status) : 1,
      output: exchange.output,
      errors: String(decoding: exchange.errors, as: UTF8.self),
      wasEnded: wasEnded
    )
  }

  /// Starts the program; nil when there is none of this name.
  private func start(
    in folder: String,
    _ input: Pipe,
    _ output: Pipe,
    _ errors: Pipe
  ) throws(SystemError) -> pid_t? {
    var process: pid_t = 0
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      unsafe pointers.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    let code = unsafe linux_spawn_apart(
      &process,
      arguments[0],
      &pointers,
      &variables,
      folder,
      input.reader,
      output.writer,
      errors.writer
    )
    guard code != ENOENT else { return nil }
    guard code == 0 else { throw SystemError("run", arguments[0], code: code) }
    return process
  }
}

/// Two ends of a pipe that no other program inherits.
private struct Pipe {
  let reader: Int32
  let writer: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard unsafe linux_pipe(&ends) == 0 else { throw .last("make", "a pipe") }
    (reader, writer) = (ends[0], ends[1])
  }

  func close() {
    Glibc.close(reader)
    Glibc.close(writer)
  }
}

/// Bytes on their way to a program and back.
private struct Exchange {
  private var ends: [pollfd]
  private var input: ArraySlice<UInt8>
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []

  init(_ input: Int32, _ output: Int32, _ errors: Int32, _ bytes: [UInt8]) {
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    self.input = bytes[...]
    ends = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
  }

  /// Whether the program closed both ends it writes to.
  var isFinished: Bool { ends[1].fd < 0 && ends[2].fd < 0 }

  /// Whether the program ended its output in time.
  mutating func run(until deadline: Int) -> Bool {
    while !isFinished {
      let left = deadline - Exchange.milliseconds()
      guard left > 0, output.count <= Conversion.largestOutput else { return false }
      guard unsafe poll(&ends, 3, Int32(left)) >= 0 || errno == EINTR else { return false }
      if ends[0].revents != 0 { write() }
      if ends[1].revents != 0 { output += read(1) }
      if ends[2].revents != 0 { errors += read(2) }
    }
    return true
  }

  private mutating func write() {
    let count = unsafe input.withUnsafeBytes {
      unsafe Glibc.write(ends[0].fd, $0.baseAddress, $0.count)
    }
    if count > 0 { input = input.dropFirst(count) }
    // A program that reads no more has seen enough.
    if input.isEmpty || (count < 0 && errno != EAGAIN && errno != EINTR) { close(0) }
  }

  /// What a program wrote; closes the end behind the last of it.
  private mutating func read(_ end: Int) -> ArraySlice<UInt8> {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe Glibc.read(ends[end].fd, &chunk, chunk.count)
    if count > 0 { return chunk[..<count] }
    if count == 0 || errno != EINTR { close(end) }
    return []
  }

  private mutating func close(_ end: Int) {
    guard ends[end].fd >= 0 else { return }
    Glibc.close(ends[end].fd)
    // poll(2) passes over what is below 0.
    ends[end].fd = -1
    ends[end].revents = 0
  }

  mutating func close() {
    for end in ends.indices { close(end) }
  }

  static func milliseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// An empty folder for a program that needs none.
private struct ScratchFolder {
  let path: String

  init() throws(SystemError) {
    var template = "/tmp/habit-XXXXXX".utf8CString.map { $0 }
    guard unsafe mkdtemp(&template) != nil else { throw .last("create", "/tmp/habit-XXXXXX") }
    path = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
  }

  /// Removes the folder, and files a program left in it.
  func remove() {
    let disk = Disk(root: path)
    do {
      for (name, _) in try disk.names(in: "") { try disk.remove(name) }
    } catch {
      // What cannot be removed stays in /tmp, where the system tidies up.
    }
    unsafe rmdir(path)
  }
}
