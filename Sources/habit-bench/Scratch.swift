internal import Glibc

/// A folder for what is generated, which is gone when the benchmark is, however that ended.
struct Scratch {
  /// The folder's absolute path.
  let path: String

  /// Makes a folder, lends it, and removes it.
  ///
  /// A shell waits for the end of a pipe that only this process holds: it removes the folder after an
  /// error, Control-C and `kill -9`, too.
  static func using(_ body: (Scratch) throws -> Void) throws {
    let parent = output(of: "realpath ${TMPDIR:-/tmp}")
    let scratch = Scratch(path: "\(parent)/habit-bench-\(getpid())")
    let keeper = "trap '' HUP INT TERM; cat >/dev/null; rm -rf '\(scratch.path)'"
    guard let pipe = unsafe popen(keeper, "we") else { throw Failure("sh cannot be started") }
    defer { unsafe pclose(pipe) }
    try scratch.settle()
    try body(scratch)
  }

  /// Makes the folder the home of all that is run, with no setting of the user's own.
  private func settle() throws {
    try Scratch.shell("mkdir -p \(path)/home")
    guard unsafe chdir(path) == 0 else { throw Failure("\(path) cannot be entered") }
    for name in ["HABIT_REPO", "HABIT_USER", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "GIT_DIR"] {
      unsafe unsetenv(name)
    }
    let settings = [
      "HOME": "\(path)/home", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC",
      "HABIT_NOW": "\(Workload.today)T21:00:00", "HABIT_DEVICE": "bench",
    ]
    for (name, value) in settings { unsafe setenv(name, value, 1) }
    try Scratch.shell(
      "git config --global user.name b; git config --global user.email b@b;"
        + "git config --global init.defaultBranch main; git config --global gc.auto 0"
    )
  }

  /// The folder of that name, filled by the body when it is first asked for.
  func folder(_ name: String, filledBy fill: (String) throws -> Void) throws -> String {
    let folder = "\(path)/\(name)"
    guard unsafe access(folder, F_OK) != 0 else { return folder }
    try fill(folder)
    return folder
  }

  /// Runs a line of the shell that has to succeed.
  static func shell(_ line: String) throws {
    guard unsafe system(line) == 0 else { throw Failure("it failed: \(line)") }
  }

  /// The first line of what a command of the shell prints; empty when it prints none.
  static func output(of line: String) -> String {
    guard let pipe = unsafe popen("(\(line)) 2>/dev/null", "r") else { return "" }
    defer { unsafe pclose(pipe) }
    var buffer = [CChar](repeating: 0, count: 500)
    guard unsafe fgets(&buffer, 500, pipe) != nil else { return "" }
    let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The path of a program that is there.
  static func absolute(_ program: String) throws -> String {
    let path = output(of: "realpath -e '\(program)'")
    guard !path.isEmpty else { throw Failure("there is no program \(program): build it first") }
    return path
  }
}

/// Something without which there is nothing to time.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
