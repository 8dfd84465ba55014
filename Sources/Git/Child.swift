internal import Glibc

/// Another program, talked to through its standard streams; it is ended when its owner is gone.
final class Child {
  private let id: pid_t
  private let network: Network
  private var input: Descriptor?
  private let output: Descriptor
  private let errors: Descriptor
  private var errorsEnded = false
  private var errorBytes: [UInt8] = []
  private var status: Int32?

  /// Starts a program.
  ///
  /// Unless somebody may be asked, it gets no terminal.
  ///
  /// - Parameters:
  ///   - command: the program, which is looked up in the network's `PATH`, and its arguments.
  ///   - more: variables besides those of the network; nil takes one away.
  ///   - network: how long it may be silent.
  /// - Throws: `.programMissing`.
  init(
    _ command: [String],
    with more: [String: String?] = [:],
    over network: Network
  ) throws(GitError) {
    let name = command.first ?? ""
    guard let path = Child.find(name, in: network.environment) else {
      throw GitError(.programMissing(name), "the program \(name) is not installed")
    }
    self.network = network
    let input = try Descriptor.pipe()
    self.input = Descriptor(input.writing)
    defer { close(input.reading) }
    let output = try Descriptor.pipe()
    self.output = Descriptor(output.reading)
    defer { close(output.writing) }
    let errors = try Descriptor.pipe()
    self.errors = Descriptor(errors.reading)
    defer { close(errors.writing) }
    id = try spawn(
      path,
      command,
      environment: Child.environment(of: network, with: more),
      streams: [input.reading, output.writing, errors.writing],
      hasTerminal: network.prompting == .terminal
    )
  }

  deinit {
    guard status == nil else { return }
    kill(network.prompting == .terminal ? id : -id, SIGKILL)
    waitpid(id, nil, 0)
  }

  /// What the program has said to standard error, without the spaces around it.
  var errorText: String {
    let text = String(decoding: errorBytes, as: UTF8.self)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...last].drop(while: \.isWhitespace))
  }
}

// MARK: Talking

extension Child {
  /// Reads what the program says; nothing when it has ended.
  ///
  /// - Throws: `.timedOut`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GitError) -> Int {
    while true {
      try wait(for: output.number, POLLIN)
      let count = unsafe Glibc.read(output.number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR || errno == EAGAIN else { throw GitError(errno: errno, at: "read") }
    }
  }

  /// Everything the program says from now on.
  func readAll() throws(GitError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = try read(into: &part)
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }

  private func read(into part: inout [UInt8]) throws(GitError) -> Int {
    let count = unsafe part.withUnsafeMutableBytes { buffer in
      Result { () throws(GitError) in try unsafe read(into: buffer) }
    }
    return try count.get()
  }

  /// Tells the program something.
  ///
  /// - Throws: `.disconnected` when it has ended, `.timedOut`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(GitError) {
    var rest = unsafe bytes[...]
    while let base = unsafe UnsafeRawBufferPointer(rebasing: rest).baseAddress, unsafe !rest.isEmpty
    {
      guard let number = input?.number else {
        throw GitError(.disconnected, "the program has ended")
      }
      try wait(for: number, POLLOUT)
      let count = unsafe writeQuietly(number, base, rest.count)
      if count > 0 {
        unsafe rest = rest.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        throw GitError(.disconnected, "the program has ended")
      }
    }
  }

  /// Tells the program that nothing follows.
  func closeInput() {
    input = nil
  }

  /// Tells the program a text; when it has ended and will not hear it, that is no matter.
  func write(_ text: String) throws(GitError) {
    do {
      let bytes = Array(text.utf8)
      let told = unsafe bytes.withUnsafeBytes { bytes in
        Result { () throws(GitError) in try unsafe write(bytes) }
      }
      try told.get()
    } catch {
      guard error.kind == .remote(.disconnected) else { throw error }
    }
  }

  /// Waits until the program has ended.
  ///
  /// What it started may hold its streams longer, as `ssh` does for the next connection; that is
  /// not waited for.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal.
  /// - Throws: `.timedOut`.
  func finish() throws(GitError) -> Int32 {
    closeInput()
    let end = network.patience
    var pause: useconds_t = 200
    while status == nil {
      var raw: Int32 = 0
      let found = unsafe waitpid(id, &raw, WNOHANG)
      if found == id { status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F }
      if found < 0, errno != EINTR { status = 127 }
      guard status == nil else { break }
      guard .now < end else { throw .silence(of: network) }
      listen()
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    listen()
    return status ?? 127
  }

  /// Waits until a stream can go on, and meanwhile hears what the program complains of.
  private func wait(for number: Int32, _ events: Int32) throws(GitError) {
    while true {
      var wishes = [(number: number, events: events)]
      if !errorsEnded { wishes.append((errors.number, POLLIN)) }
      let ready = try Descriptor.wait(for: wishes, until: network.patience)
      guard !ready.isEmpty else { throw .silence(of: network) }
      if ready.contains(errors.number) { listen() }
      if ready.contains(number) { return }
    }
  }

  /// Takes what stands ready in standard error, of which only the beginning is kept.
  private func listen() {
    var part = [UInt8](repeating: 0, count: 4096)
    while !errorsEnded {
      let count = unsafe Glibc.read(errors.number, &part, part.count)
      errorsEnded = count == 0
      guard count > 0 else { return }
      errorBytes += part[..<count].prefix(max(0, 65_536 - errorBytes.count))
    }
  }
}

// MARK: Starting

extension Child {
  /// Where a program is; one with a slash is where it says.
  static func find(_ name: String, in environment: [String: String]) -> String? {
    guard !name.contains("/") else { return name }
    return (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// The variables of a program: those of the network, without what is about one repository.
  fileprivate static func environment(
    of network: Network,
    with more: [String: String?]
  ) -> [String: String] {
    var variables = network.environment
    for name in local { variables[name] = nil }
    if network.prompting == .never {
      // An empty GIT_ASKPASS also hides what the configuration names.
      variables["GIT_TERMINAL_PROMPT"] = "0"
      variables["GIT_ASKPASS"] = ""
      variables["SSH_ASKPASS"] = nil
      variables["SSH_ASKPASS_REQUIRE"] = "never"
      variables["GCM_INTERACTIVE"] = "never"
    }
    for (name, value) in more { variables[name] = value }
    return variables
  }

  /// What `git rev-parse --local-env-vars` lists, and the protocol, which libgit2 chooses.
  private static let local = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
    "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX", "GIT_PROTOCOL",
  ]
}

/// Starts a program with these three standard streams.
///
/// Without a terminal it is the leader of a session of its own, so that nothing it starts can
/// reach the person's; with one it stays in ours, to which the terminal listens.
private func spawn(
  _ path: String,
  _ command: [String],
  environment: [String: String],
  streams: [Int32],
  hasTerminal: Bool
) throws(GitError) -> pid_t {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for (target, number) in streams.enumerated() {
    unsafe posix_spawn_file_actions_adddup2(&actions, number, Int32(target))
  }
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe posix_spawnattr_setsigmask(&attributes, &signals)
  unsafe sigaddset(&signals, SIGPIPE)
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  // Source of the last number: POSIX_SPAWN_SETSID in <spawn.h>, which Swift does not see.
  let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (hasTerminal ? 0 : 0x80)
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

  var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
  var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
  defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
  var id: pid_t = 0
  let code = unsafe posix_spawn(&id, path, &actions, &attributes, &arguments, &variables)
  guard code != ENOENT else {
    throw GitError(.programMissing(path), "the program \(path) is not installed")
  }
  guard code == 0 else { throw GitError(errno: code, at: path) }
  return id
}

/// Writes as write(2), with an error in place of the signal SIGPIPE.
private func writeQuietly(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  var pipe = sigset_t()
  var before = sigset_t()
  unsafe sigemptyset(&pipe)
  unsafe sigaddset(&pipe, SIGPIPE)
  unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
  let written = unsafe write(number, bytes, count)
  let code = errno
  if written < 0, code == EPIPE {
    var now = timespec()
    while unsafe sigtimedwait(&pipe, nil, &now) < 0, errno == EINTR {}
  }
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = code
  return written
}
