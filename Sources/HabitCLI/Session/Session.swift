internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// A command being run: what it may ask, and where it may print.
struct Session {
  let world: World
  let options: GlobalOptions
  /// The use cases, for the repository and the user that the options name.
  let app: Application
  /// Where it is noted what would change; nil when it is done.
  let trial: Trial?
  /// Whether the user agreed beforehand to what the command takes.
  var hasConsent = false
  /// The number of the round of answers that changes belong to; nil outside of one.
  var round: String?
  /// The last change of the command, the same in all copies of the session.
  private let lastChange = LastChange()

  private final class LastChange { var commit: String? }

  /// The commit of the last change; nil when nothing was recorded.
  var lastCommit: String? { lastChange.commit }

  init(world: World, options: GlobalOptions, trial: Trial? = nil) {
    self.world = world
    self.options = options
    self.trial = trial
    let trace = Trace(options.trace, in: world)
    app = Application(in: world, repository: options.repo, user: options.user) { trace($0) }
  }

  var style: Style { Style(in: world, options) }

  func print(_ line: String) throws {
    try write(.output, line + "\n")
  }

  /// Prints lines of data, many at a time.
  func print(_ lines: some Sequence<String>) throws {
    var text = ""
    for line in lines {
      text += line
      text += "\n"
      guard text.utf8.count > 1 << 16 else { continue }
      try write(.output, text)
      text = ""
    }
    try write(.output, text)
  }

  /// Prints a text that has its own line ends.
  func write(text: String) throws {
    try write(.output, text)
  }

  func print<Value>(_ value: Value, as shape: Shape<Value>) throws {
    try print(shape.output(of: value))
  }

  /// Prints a value as JSON.
  func print(_ output: Output) throws {
    try write(.output, output.description)
  }

  /// Prints what a command has to show: lines, or with `--json` a value.
  func show(_ screen: some Screen) throws {
    guard !options.json else { return try print(screen.output) }
    // Tables fit already; the length of a line with colours is not what is seen.
    try print(
      screen.lines.map { line in
        world.terminal.showsOutput && !line.contains("\u{1B}")
          ? line.foldedTalk(to: world.terminal.columns ?? 80) : line
      }
    )
    for notice in screen.notices { try say(notice) }
  }

  /// Prints a line of talk.
  func say(_ line: String) throws {
    try write(.error, world.folded(line.terminalSafe + "\n"))
  }

  /// Asks a question with a prompt on standard error; nil at the end of input.
  func ask(_ question: String) throws -> String? {
    try prompt(question)
    return try world.readLine()?.trimmed
  }

  /// Writes a prompt, without a line's end.
  func prompt(_ text: String, behind: String = " ") throws {
    try write(.error, text.terminalSafe + behind)
  }

  private func write(_ stream: World.Stream, _ text: String) throws {
    guard trial == nil else { return }
    try world.write(stream, text)
  }
}

// MARK: Use cases

extension Session {
  func context(
    allowingInvalidProfile: Bool = false,
    allowingMissingUser: Bool = false
  ) throws -> CommandContext {
    let context = try app.context(
      allowingInvalidProfile: allowingInvalidProfile,
      allowingMissingUser: allowingMissingUser
    )
    for problem in [app.problemOfZone(in: context), app.problemOfAdoption(in: context)] {
      guard let problem else { continue }
      try say((problem.isError ? "warning: " : "") + problem.description)
    }
    if let first = context.vanished.first {
      let more = context.vanished.count > 1 ? " (and \(context.vanished.count - 1) more)" : ""
      try say("warning: \(first) is gone\(more); the next command that writes puts it back")
    }
    return context
  }

  func allContexts() throws -> [CommandContext] {
    try app.allContexts()
  }

  /// The habit that is meant by what the user calls it.
  func habit(
    _ name: String,
    in reading: Reading,
    on today: Day,
    amongDeleted: Bool = false
  ) throws -> Habit { try HabitLookup(reading, on: today, amongDeleted: amongDeleted).habit(name) }

  /// The habit that is named where at most one may be; nil without a name.
  func onlyHabit(_ names: [String], in reading: Reading, on today: Day) throws -> Habit? {
    try names.isEmpty ? nil : habit(names.joined(separator: " "), in: reading, on: today)
  }

  /// Makes a change, and says what went with it; the step is shown while it lasts.
  func commit<Request: ChangeRequest>(
    _ request: Request,
    in context: CommandContext,
    _ write: WriteOptions? = nil,
    telling step: String = "writing"
  ) throws -> Request.Value {
    if let trial { return try trial.note(request, in: context) }
    lastChange.commit = nil
    let accepts = write?.acceptDeletions ?? false
    let outcome = try during(step) {
      try app.commit(request, in: context, acceptingDeletions: accepts, round: round)
    }
    try show(outcome.committed)
    try warnOfConflictCopies(context)
    return outcome.value
  }

  /// Says what went with a change: manual edits, warnings and problems.
  func show(_ committed: Transaction.Outcome) throws {
    if let id = committed.id { lastChange.commit = id }
    for line in committed.manualEdits { try say(line.lowercasedFirst) }
    for warning in committed.warnings { try say("warning: \(warning)") }
    for problem in committed.problems { try say("habit: \(problem)") }
  }

  /// The context in its repository, which is made in the default place when there is none.
  func ensuringRepository(_ context: CommandContext) throws -> CommandContext {
    guard trial == nil || context.location != nil else {
      throw Diagnosis(.noInput, "there is no repository yet", hint: "make one with: habit init")
    }
    let ensured: (context: CommandContext, made: String?)
    ensured = try app.ensuringRepository(context)
    if let made = ensured.made { try say("made a habit repository at \(made)") }
    return ensured.context
  }
}

extension Session {
  /// What a use case may ask of the user who waits for a sync.
  var syncSession: SyncSession {
    let (world, isShown) = (world, world.terminal.isInteractive)
    return SyncSession(mayAsk: isShown) { line in
      guard isShown else { return }
      // The work goes on without a reader.
      _ = attempt { try world.write(.error, line.terminalSafe + "\n") }
    }
  }
}

// MARK: Endings

extension Session {
  /// Runs a command; what fails once its change is recorded says so, lest it be repeated.
  ///
  /// A command that did all and could not say so has succeeded.
  func run(_ command: any Subcommand) throws {
    do {
      try command.run(in: self)
    } catch {
      let ofSystem = error as? SystemError
      guard ofSystem?.isClosedPipe != true else { throw error }
      let failure = Failure(any: error)
      guard lastChange.commit != nil else { throw placed(failure) }
      let told = placed(failure.afterRecording)
      guard ofSystem?.isOfOutput == true else { throw told }
      _ = attempt { try say("warning: \(told.message)") }
    }
  }

  /// Lets the commands of git that a hint names work from the folder that the user is in.
  private func placed(_ failure: Failure) -> Failure {
    guard failure.hint?.contains("git ") == true, let root = try? app.findRepository().root,
      !(world.workingDirectory + "/").hasPrefix(root + "/")
    else { return failure }
    let home = (world.environment["HOME"] ?? "") + "/"
    let isAtHome = home.count > 1 && root.hasPrefix(home)
    let place = isAtHome ? "~/" + String(root.dropFirst(home.count)).shellQuoted : root.shellQuoted
    return failure.placed(in: place)
  }

  /// Says that conflict copies lie beside the user's files; only check --fix merges them.
  func warnOfConflictCopies(_ context: CommandContext) throws {
    let copies = context.tree.conflictCopies
    guard let first = copies.first else { return }
    let more = copies.count > 1 ? " (and \(copies.count - 1) more)" : ""
    try say("warning: \(first.path) is a conflict copy\(more)")
    try say("hint: habit check --fix merges it")
  }

  /// Ends a command that shows: errors in files are reported, and make the status 65.
  func conclude(_ reading: Reading) throws { try conclude(reading.problems) }

  func conclude(_ problems: [Problem]) throws {
    let errors = problems.filter(\.isError)
    guard errors.isEmpty else { throw Failure(errors) }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Session {
  /// Does something, and shows meanwhile what it is, if it takes long.
  func during<Result, Failure: Error>(
    _ step: String,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let line = trial == nil ? ProgressLine(step, in: world) : nil
    defer { line?.end() }
    return try body()
  }
}
