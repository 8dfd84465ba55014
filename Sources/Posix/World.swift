internal import CSystem

/// Everything a command may ask of the world or do to it, as one value.
public struct World: Sendable {
  public private(set) var environment: [String: String]
  /// The folder the command was started in, absolute.
  public let workingDirectory: String
  public private(set) var terminal: Terminal
  /// Seconds since 1970-01-01T00:00:00Z.
  public private(set) var now: @Sendable () -> Int
  public let random: @Sendable () -> UInt64
  public private(set) var write: @Sendable (Stream, String) throws(SystemError) -> Void
  /// Writes bytes that are not text to standard output.
  public let writeBytes: @Sendable ([UInt8]) throws(SystemError) -> Void
  /// Reads a line of standard input, without its newline; nil at the end.
  public let readLine: @Sendable () throws(SystemError) -> String?
  /// Reads a key of the terminal without echo; nil at the end, empty when the ``FullScreen`` is to be
  /// painted again.
  public let readKey: @Sendable () throws(SystemError) -> String?

  public enum Stream: Sendable {
    /// Data.
    case output
    /// Talk.
    case error
  }

  public init(
    environment: [String: String],
    workingDirectory: String,
    terminal: Terminal,
    now: @escaping @Sendable () -> Int,
    random: @escaping @Sendable () -> UInt64 = { .random(in: 0 ... .max) },
    write: @escaping @Sendable (Stream, String) throws(SystemError) -> Void,
    writeBytes: @escaping @Sendable ([UInt8]) throws(SystemError) -> Void = World.refuse,
    readLine: @escaping @Sendable () throws(SystemError) -> String?,
    readKey: @escaping @Sendable () throws(SystemError) -> String?
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.terminal = terminal
    self.now = now
    self.random = random
    self.write = write
    self.writeBytes = writeBytes
    self.readLine = readLine
    self.readKey = readKey
  }

  /// Stands for an output that takes text alone.
  public static func refuse(_ bytes: [UInt8]) throws(SystemError) {
    throw SystemError("write", "bytes", code: ENOTSUP)
  }

  /// The same world, but for what is done with text that is written.
  public func writing(
    _ write: @escaping @Sendable (Stream, String) throws(SystemError) -> Void
  ) -> World {
    var world = self
    world.write = write
    return world
  }

  /// The same world at another terminal, or the same one as it is now.
  public func with(terminal: Terminal) -> World {
    var world = self
    world.terminal = terminal
    return world
  }

  /// The same world some seconds ago, with another environment.
  public func with(environment: [String: String], secondsAgo seconds: Int = 0) -> World {
    var world = self
    let now = now
    world.environment = environment
    world.now = { now() - seconds }
    return world
  }

  /// A variable that is set and not empty.
  public func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A variable of this process that is set, not empty and UTF-8.
  public static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// The path made absolute from the folder the command was started in.
  public func absolute(_ path: String) -> String {
    let joined = path.hasPrefix("/") ? path : workingDirectory + "/" + path
    var parts: [Substring] = []
    for part in joined.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  public var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The file of this program; nil when the system does not say.
  public var executable: String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe system_executable(&buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  public static var live: World {
    openStandardStreams()
    // A closed pipe is an error of write(2), not the end of the program.
    _ = signal(SIGPIPE, system_ignore)
    // Records are private; see CreationMask for what is shared.
    umask(umask(0o077) | 0o077)
    return World(
      environment: variables,
      workingDirectory: Disk.currentFolder ?? "/",
      terminal: Terminal.live,
      now: { time(nil) },
      write: { (stream, text) throws(SystemError) in try writeAll(Array(text.utf8), to: stream) },
      writeBytes: { (bytes) throws(SystemError) in try writeAll(bytes, to: .output) },
      readLine: { () throws(SystemError) in try readInputLine() },
      readKey: { () throws(SystemError) in try readTerminalKey() }
    )
  }
}

extension World {
  /// Lets a standard stream that is closed be `/dev/null`: the next file would have its number, and
  /// be written to.
  private static func openStandardStreams() {
    var file: Int32
    repeat {
      file = unsafe system_open("/dev/null", O_RDWR, 0)
    } while (STDIN_FILENO...STDERR_FILENO).contains(file)
    if file >= 0 { close(file) }
  }

  /// Ends the program at once: nothing is buffered, and a library that is still being loaded on
  /// another thread is not waited for.
  public static func end(with status: Int32) -> Never { _exit(status) }
}

extension World {
  /// What standard output is called.
  fileprivate static let output = "output"

  public static var processID: Int32 { getpid() }

  /// Whether a process runs of whose command line a word begins with a text.
  public static func isRunning(_ process: Int32, startedWith text: String) -> Bool {
    unsafe process > 1 && system_was_started_with(process, text) != 0
  }

  /// Ends a process by SIGTERM if a word of its command line begins with a text; false for any other
  /// process.
  public static func endProcess(_ process: Int32, startedWith text: String) -> Bool {
    isRunning(process, startedWith: text) && kill(process, SIGTERM) == 0
  }
}

extension World {
  /// The variables of this process; what is not UTF-8 in them is repaired.
  public static var variables: [String: String] {
    Dictionary(entries.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The same with the bytes that they have: a value may begin with what joins the `=` to one character.
  static var entries: [(name: String, value: String, bytes: [UInt8])] {
    var entries: [(name: String, value: String, bytes: [UInt8])] = []
    var entry = unsafe system_environment()
    while let text = unsafe entry?.pointee {
      let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
      if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: bytes[..<equals], as: UTF8.self)
        entries.append((name, String(decoding: bytes[(equals + 1)...], as: UTF8.self), bytes))
      }
      unsafe entry = entry?.successor()
    }
    return entries
  }
}

private func writeAll(_ bytes: [UInt8], to stream: World.Stream) throws(SystemError) {
  let file: Int32 =
    switch stream {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  try Disk.write(bytes, to: file, file == STDOUT_FILENO ? World.output : "messages")
}

extension World {
  /// The next bytes of standard input; fewer at its end.
  public static func readInput(bytes count: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      var part = [UInt8](repeating: 0, count: count - all.count)
      let received = unsafe read(STDIN_FILENO, &part, part.count)
      if received < 0, errno == EINTR { continue }
      guard received >= 0 else { throw .last("read", "input") }
      if received == 0 { break }
      all += part[..<received]
    }
    return all
  }
}

/// Byte by byte, so that a program started afterwards finds the lines that follow.
private func readInputLine() throws(SystemError) -> String? {
  var line: [UInt8] = []
  while true {
    var byte: UInt8 = 0
    let count = unsafe read(STDIN_FILENO, &byte, 1)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .last("read", "input") }
    if count == 0 { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
    if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
    line.append(byte)
  }
}

/// The next key of the terminal, nil at the end of input; an arrow key is several letters.
private func readTerminalKey() throws(SystemError) -> String? {
  var bytes = [UInt8](repeating: 0, count: 16)
  let count = unsafe system_read_key(&bytes, bytes.count)
  if count < 0, errno == EINTR { return "" }
  guard count >= 0 else { throw .last("read", "a key") }
  return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
}

extension SystemError {
  public var isClosedPipe: Bool { code == EPIPE }

  /// Whether standard output could not be written to.
  public var isOfOutput: Bool { operation == "write" && path == World.output }
}
