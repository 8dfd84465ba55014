internal import CSystem

/// Another program: the only way in which a process is started.
public struct Subprocess: Sendable {
  public let command: [String]
  public let environment: [String: String]
  /// Where it runs; nil where we do.
  public let folder: String?

  /// The exit status of a program that is not installed, as shells have it.
  public static let notFound: Int32 = 127
  /// The exit status of a program that cannot be run, as shells have it.
  static let notExecutable: Int32 = 126

  public init(_ command: [String], environment: [String: String], folder: String? = nil) {
    self.command = command
    self.environment = environment
    self.folder = folder
  }

  /// Where a program is found; one whose name has a slash is where the name says.
  public static func find(_ name: String, in environment: [String: String]) -> String? {
    guard !name.contains("/") else { return name }
    return (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { Disk(root: "").canRun($0) }
  }

  /// Runs it to its end with our standard streams; its exit status, or ``notFound``.
  public func run() throws(SystemError) -> Int32 {
    guard let process = try start(system_inherits) else { return Subprocess.notFound }
    return try wait(for: process)
  }

  /// Runs it to its end with a text as its standard input, as a pager; its exit status, or ``notFound``.
  public func run(showing text: String) throws(SystemError) -> Int32 {
    let input = try Pipe()
    guard let process = try start(system_inherits, input: input.reader) else {
      return Subprocess.notFound
    }
    input.closeReader()
    // A pager that is left early is an error of write(2), not our end.
    _ = signal(SIGPIPE, system_ignore)
    // An interrupt is meant for the pager; we wait for it.
    let usual = signal(SIGINT, system_ignore)
    defer { _ = signal(SIGINT, usual) }
    // Where it is left early, the user has seen enough.
    try? Disk.write(Array(text.utf8), to: input.writer, command[0])
    input.closeWriter()
    return try wait(for: process)
  }

  /// Starts it and lets it go: it has neither our terminal nor any open file.
  public func detach() throws(SystemError) {
    _ = try start(system_detached, input: SYSTEM_NULL, output: SYSTEM_NULL, errors: SYSTEM_NULL)
  }

  /// Runs the program in place of this one; it returns, by throwing, only when that cannot be run.
  public func become() throws(SystemError) {
    guard let path = command.first.flatMap({ Subprocess.find($0, in: environment) }) else {
      throw SystemError("run", command.first ?? "", code: ENOENT)
    }
    let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    let variables = unsafe variables
    _ = signal(SIGPIPE, system_default)
    unsafe execve(path, arguments, variables)
    throw .last("run", path)
  }
}

// MARK: Starting and ending

extension Subprocess {
  /// Starts the program with these standard streams; nil when it is not installed.
  func start(
    _ kind: system_process_kind,
    input: Int32 = SYSTEM_INHERITED,
    output: Int32 = SYSTEM_INHERITED,
    errors: Int32 = SYSTEM_INHERITED
  ) throws(SystemError) -> pid_t? {
    guard let path = command.first.flatMap({ Subprocess.find($0, in: environment) }) else {
      return nil
    }
    var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    var variables = unsafe variables
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe system_start(
      &process,
      kind,
      path,
      &arguments,
      &variables,
      folder,
      input,
      output,
      errors
    )
    guard code != ENOENT else { return nil }
    guard code == 0 else { throw SystemError("run", command[0], code: code) }
    return process
  }

  /// The variables as C has them: what the program has as we do, it has unchanged, also where that is not
  /// UTF-8.
  private var variables: [UnsafeMutablePointer<CChar>?] {
    var rest = environment
    var texts: [[UInt8]] = []
    for (name, value, bytes) in World.entries where rest[name] == value {
      texts.append(bytes)
      rest[name] = nil
    }
    texts += rest.map { Array("\($0.key)=\($0.value)".utf8) }
    return unsafe texts.map { text in
      unsafe (text + [0]).withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.flatMap { unsafe strdup($0.assumingMemoryBound(to: CChar.self)) }
      }
    } + [nil]
  }

  func wait(for process: pid_t) throws(SystemError) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .last("wait for", command[0]) }
    }
    // As shells tell it: 128 and the number of the signal that ended it.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Whether it has ended; it stays a zombie until it is waited for, so that its number, and that
  /// of its group, belong to no other process.
  static func hasEnded(_ process: pid_t) -> Bool {
    system_has_ended(process) != 0
  }
}

/// Two ends of a pipe that no other program inherits.
final class Pipe {
  private(set) var reader: Int32
  private(set) var writer: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe system_pipe(&ends) == 0 else { throw .last("make", "a pipe") }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    closeReader()
    closeWriter()
  }

  func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}
