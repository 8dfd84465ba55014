internal import Glibc

/// Times commands of the shell, each run in turn with the others so that noise meets all alike.
struct Stopwatch {
  /// A command and what came of it.
  struct Lap {
    let name: String
    let command: String
    var milliseconds: [Double] = []

    /// The middle of the times, in milliseconds.
    var median: Double {
      let sorted = milliseconds.sorted()
      return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
  }

  /// Runs the commands in turn, so many rounds, and says what each took.
  ///
  /// What is done before each of them is not timed.
  static func race(
    _ commands: [(name: String, command: String)],
    before: [String] = [],
    rounds: Int
  ) -> [Lap] {
    var laps = commands.map { Lap(name: $0.name, command: $0.command) }
    for round in 0..<rounds + 2 {
      for index in laps.indices {
        if index < before.count { _ = time(before[index]) }
        let milliseconds = time(laps[index].command)
        // The first two rounds warm the caches.
        if round >= 2 { laps[index].milliseconds.append(milliseconds) }
      }
    }
    return laps
  }

  private static func time(_ command: String) -> Double {
    let clock = ContinuousClock()
    // exec: the shell that starts the command is the same small cost for all of them.
    let words = ["sh", "-c", "exec >/dev/null 2>&1; \(command)"]
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    let took = clock.measure {
      var process: pid_t = 0
      var status: Int32 = 0
      guard unsafe posix_spawnp(&process, "sh", nil, nil, &pointers, environ) == 0 else { return }
      unsafe waitpid(process, &status, 0)
      guard status == 0 else { preconditionFailure("it failed: \(command)") }
    }
    return Double(took.components.attoseconds) / 1e15 + Double(took.components.seconds) * 1e3
  }
}
