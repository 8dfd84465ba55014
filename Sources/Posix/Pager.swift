internal import CLinux
internal import Glibc

/// The program a person reads long pages with: `MANPAGER`, `PAGER`, else less(1).
public struct Pager: Sendable {
  private let command: String
  private let environment: [String: String]

  /// The pager of a world; nil when a page of so many lines needs none.
  public init?(_ world: World, for lineCount: Int) {
    guard world.terminal.showsOutput, let lines = world.terminal.lines, lineCount >= lines else {
      return nil
    }
    command = world.variable("MANPAGER") ?? world.variable("PAGER") ?? "less"
    guard command != "cat" else { return nil }
    // As git does it: colours pass, and the page stays on the screen.
    environment = world.environment.merging(["LESS": "RX"]) { theirs, _ in theirs }
  }

  /// Whether escape sequences for colour pass through it.
  public var takesColors: Bool {
    let program = command.split(separator: " ").first?.split(separator: "/").last
    return program == "less" && (environment["LESS"]?.contains("R") ?? false)
      || command.contains("-R")
  }

  /// Shows a text; false when there is no such program.
  public func show(_ text: String) throws(SystemError) -> Bool {
    var ends: [Int32] = [0, 0]
    guard unsafe linux_pipe(&ends) == 0 else { throw .last("make", "a pipe") }
    var process: pid_t = 0
    let arguments = ["sh", "-c", command]
    var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      unsafe pointers.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    let code = unsafe linux_spawn_reader(&process, "sh", &pointers, &variables, ends[0])
    close(ends[0])
    guard code == 0 else {
      close(ends[1])
      throw SystemError("run", command, code: code)
    }
    // A pager that is left early is an error of write(2), not our end.
    _ = signal(SIGPIPE, SIG_IGN)
    // An interrupt is the pager's; we wait for it.
    let usual = signal(SIGINT, SIG_IGN)
    defer { _ = signal(SIGINT, usual) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Who quits early has seen enough.
      guard count > 0 else { break }
      bytes = bytes.dropFirst(count)
    }
    close(ends[1])
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .last("wait for", command) }
    }
    return Program.status(of: status) != Program.notFound
  }
}
