// Swift finds the signal sets of <signal.h> in either of the two, debug and release differently.
internal import CLinux
internal import Glibc

/// Another program.
public struct Program: Sendable {
  private let arguments: [String]
  private let environment: [String: String]

  /// The status of a program that is not installed.
  public static let notFound: Int32 = 127

  /// A program of `PATH` and its arguments.
  public init(_ arguments: [String], environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs it to its end with the standard streams of this one; ``notFound`` when there is no such
  /// program.
  public func run() throws(SystemError) -> Int32 {
    guard let name = arguments.first else { return Program.notFound }
    var process: pid_t = 0
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      unsafe pointers.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var attributes = posix_spawnattr_t()
    Program.setSignals(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    let code = unsafe posix_spawnp(&process, name, nil, &attributes, &pointers, &variables)
    guard code != ENOENT else { return Program.notFound }
    guard code == 0 else { throw SystemError("run", name, code: code) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .last("wait for", name) }
    }
    return Program.status(of: status)
  }

  /// Starts it, named by its path, and lets it go: it has neither our terminal nor any open file.
  public func detach() throws(SystemError) {
    guard let path = arguments.first else { return }
    var process: pid_t = 0
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (pointers + variables).forEach { unsafe free($0) } }
    let code = unsafe linux_spawn_detached(&process, path, &pointers, &variables)
    guard code == 0 else { throw SystemError("run", path, code: code) }
  }

  /// What a shell would say of a status of wait(2).
  static func status(of status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// What we ignore and hold back is our own affair: the program hears of a closed pipe.
  private static func setSignals(_ attributes: inout posix_spawnattr_t) {
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    )
  }
}
