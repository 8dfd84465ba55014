internal import Glibc

/// A command that is timed.
struct Contestant {
  /// The name by which its times are asked for.
  let name: String
  /// The program and its arguments; what only a shell understands is given to one.
  let line: String
  /// What is done before each run, and not timed.
  var before: String?

  init(_ name: String, _ line: String, before: String? = nil) {
    self.name = name
    self.line = line
    self.before = before
  }

  /// What is started: a shell is a millisecond, so it is used only where it must be.
  fileprivate static func words(of line: String) -> [String] {
    line.contains { "&|;<>*'\"".contains($0) }
      ? ["sh", "-c", line] : line.split(separator: " ").map { String($0) }
  }
}

/// What a command cost, run by run.
struct Cost {
  /// Wall clock, in milliseconds.
  fileprivate(set) var milliseconds: [Double] = []
  /// The largest resident set of any run, in MiB.
  fileprivate(set) var mebibytes = 0.0
  /// What the same command of another release cost, when that has it.
  fileprivate(set) var older: [Cost] = []

  /// The middle of the times.
  var median: Double { quantile(1, of: 2) }

  /// Where the middle half of the times is.
  var quartiles: ClosedRange<Double> { quantile(1, of: 4)...quantile(3, of: 4) }

  private func quantile(_ part: Int, of parts: Int) -> Double {
    let sorted = milliseconds.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * part / parts]
  }

  /// Times something within this process, so many times.
  static func measure(_ times: Int, _ body: () throws -> Void) rethrows -> Cost {
    var cost = Cost()
    for _ in 0..<times {
      cost.milliseconds.append(try ContinuousClock().measure(body).milliseconds)
    }
    return cost
  }
}

/// The times of commands that took turns.
struct Race {
  private var costs: [String: Cost] = [:]

  /// How long one command may keep the others waiting in all, in milliseconds.
  private static let timeout = 3_000.0

  /// Where what a command complains of goes, in the scratch folder.
  private static let errors = "errors"

  /// Runs the commands in turn, so many rounds after one that warms the caches; a single round is
  /// to see that they work, and starts cold.
  ///
  /// One whose time is up runs no more; of one that needs all of it at once, the first run counts.
  init(_ contestants: [Contestant], rounds: Int, older: [String: Contestant]?) throws {
    var older = older ?? [:]
    var theirs: [String: Cost] = [:]
    for round in (rounds > 1 ? 0 : 1)...rounds {
      for contestant in contestants {
        try time(contestant, round, &costs)
        guard let other = older[contestant.name] else { continue }
        do {
          try time(other, round, &theirs)
        } catch {
          // It has no such command.
          (older[other.name], theirs[other.name]) = (nil, nil)
        }
      }
    }
    for (name, cost) in theirs { costs[name]?.older = [cost] }
  }

  private func time(
    _ contestant: Contestant,
    _ round: Int,
    _ costs: inout [String: Cost]
  ) throws {
    var cost = costs[contestant.name] ?? Cost()
    guard cost.milliseconds.reduce(0, +) < Race.timeout else { return }
    if let before = contestant.before { _ = try run(before) }
    let (milliseconds, mebibytes) = try run(contestant.line)
    guard round > 0 || milliseconds >= Race.timeout else { return }
    cost.milliseconds.append(milliseconds)
    cost.mebibytes = max(cost.mebibytes, mebibytes)
    costs[contestant.name] = cost
  }

  /// What a command of the race cost.
  subscript(name: String) -> Cost {
    guard let cost = costs[name] else { preconditionFailure("no command called \(name) ran") }
    return cost
  }

  private func run(_ line: String) throws -> (milliseconds: Double, mebibytes: Double) {
    let words = Contestant.words(of: line)
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var files = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&files)
    defer { unsafe posix_spawn_file_actions_destroy(&files) }
    for (descriptor, flags) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY)] {
      unsafe posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", flags, 0)
    }
    let quiet = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&files, STDERR_FILENO, Race.errors, quiet, 0o600)
    var usage = rusage()
    var status: Int32 = -1
    let took = ContinuousClock().measure {
      var process: pid_t = 0
      guard unsafe posix_spawnp(&process, words[0], &files, nil, &pointers, environ) == 0
      else { return }
      unsafe wait4(process, &status, 0, &usage)
    }
    guard status == 0 else {
      throw Failure("it failed: \(line)\n\(Scratch.output(of: "cat \(Race.errors)"))")
    }
    return (took.milliseconds, Double(usage.ru_maxrss) / 1024)
  }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
