// habit-bench generates histories of a decade and of a thousand users, and prints what commands
// cost on them beside what people use instead, in the same run. No test asserts a time.

internal import ArgumentParser

/// The command: every budget of the design, or some of them.
@main struct HabitBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "habit-bench",
    abstract: "Time habit beside cat, git, hledger, timewarrior and harsh.",
    discussion: """
      Commands take turns, so that noise meets all alike; what is printed are medians, in \
      milliseconds. A scratch folder under TMPDIR is made and removed.
      """
  )

  @Argument(help: "The built program.")
  var habit = ".build/release/habit"

  @Option(help: "How often each command is timed.")
  var rounds = 15

  @Option(parsing: .upToNextOption, help: "Run only these groups of rows.")
  var only: [Group] = []

  @Option(help: "Time this program of another release, too.")
  var beside: String?

  @Flag(help: "Print the tables as Markdown.")
  var markdown = false

  @Flag(help: "Use tiny sets, to see that the benchmark itself works.")
  var quick = false

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("a round is the least there is") }
  }

  mutating func run() throws {
    let program = try Scratch.absolute(habit)
    let older = try beside.map(Scratch.absolute)
    try Scratch.using { scratch in
      let bench = Bench(
        habit: program,
        rounds: quick ? 1 : rounds,
        sets: quick ? .quick : .full,
        scratch: scratch,
        table: ResultTable(style: markdown ? .markdown : .plain),
        other: older.map { OtherRelease(program: $0, ours: program, scratch: scratch) }
      )
      bench.introduce()
      for group in only.isEmpty ? Group.allCases : only { try bench.run(group) }
    }
  }
}

/// A group of rows, by the name it is asked for with.
enum Group: String, CaseIterable, ExpressibleByArgument {
  case start, read, write, phone, sync, network, merge, exchange, memory, growth
}

extension Bench {
  /// Prints the rows of a group.
  func run(_ group: Group) throws {
    switch group {
    case .start: try timeStart()
    case .read: try timeReading()
    case .write: try timeWriting()
    case .phone: try timePhone()
    case .sync: try timeSync()
    case .network: try timeNetwork()
    case .merge: try timeMerge()
    case .exchange: try timeImport()
    case .memory: try measureMemory()
    case .growth: try timeGrowth()
    }
  }
}
