internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore
internal import HabitSync
internal import Posix

/// `habit sync`: one history, here and there.
struct SyncCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Exchange what was recorded with a remote, and merge it."
  )

  @Argument(help: "The remote; the one that is followed when left out.")
  var remote: String?

  @Flag(help: "Say how far this clone and its remotes are apart, without asking them.")
  var status = false

  @Flag(help: "Say what a sync would do; nothing changes but what is known of the remote.")
  var dryRun = false

  @Flag(help: "Give a remote again what it has lost.")
  var republish = false

  @Option(
    help: ArgumentHelp("Publish to this branch of the remote, new or not.", valueName: "branch")
  )
  var to: String?

  @Flag(help: "Restore lost entries of all users, not only your own.")
  var everyone = false

  @Flag(help: "Say of every day that both sides had changed what became of it.")
  var explain = false

  @Option(help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds"))
  var timeout = 60

  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    if let report = try idleReport(session) { return try tell(report, session) }
    Store.prepare()
    let context = try session.context(allowingInvalidProfile: true)
    guard let location = context.location else {
      throw Diagnosis(.noInput, "there is no repository yet", hint: "habit init, or habit clone")
    }
    guard !status else { return try showStatus(context, location, session) }
    try session.checkFormat(location)
    let target = try branch()
    var report = try exchange(context, location, to: target, session)
    // What came for somebody whose history was adopted goes on to the adopting user.
    var hasMore = false
    for user in Set(report.changed.compactMap(\.user)).sorted() {
      hasMore = try session.adoptAgain(user, location, write) || hasMore
    }
    if hasMore {
      if !options.json { try tell(report, session) }
      report = try exchange(context, location, to: target, session)
    }
    try tell(report, session)
    session.tidy(Upkeep(of: location))
    session.tidy(report.hub.map { Upkeep(of: $0) })
    try session.tellOfConflictCopies(context)
    try tellOfDeleted(report.changed, context, session)
    try tellOfSkipped(report.merged, context, session)
    let errors = report.problems.filter(\.isError)
    guard errors.isEmpty else { throw Diagnosis(errors) }
  }

  /// What is told when nothing has changed since a sync that had nothing to do.
  private func idleReport(_ session: Session) throws(Diagnosis) -> SyncReport? {
    guard !status, !dryRun, !everyone, to == nil, options.user == nil,
      let location = try session.repository().1
    else { return nil }
    let report = Sync.idleReport(of: location, with: remote, session.world.environment)
    if let report { location.notes?.noteSync(with: report.remote, .well) }
    return report
  }

  /// Names deleted habits for which records came: they are kept, and shown nowhere.
  private func tellOfDeleted(
    _ changed: Set<Layout>,
    _ context: CommandContext,
    _ session: Session
  ) throws(Diagnosis) {
    let recorded = Set(
      changed.compactMap { layout -> HabitID? in
        guard case .year(context.user, let habit, _) = layout else { return nil }
        return habit
      }
    )
    for habit in recorded.sorted().compactMap(context.definition) where habit.deleted != nil {
      try session.say("records came for \(habit.name), which is deleted; habit restore \(habit.id)")
    }
  }

  /// Names days that one device skipped and another worked on: both facts are kept.
  private func tellOfSkipped(
    _ merged: MergeOutcome,
    _ context: CommandContext,
    _ session: Session
  ) throws(Diagnosis) {
    for conflict in merged.conflicts {
      guard case .year(context.user, let id, _) = conflict.layout,
        let habit = context.definition(of: id)
      else { continue }
      for day in conflict.met.compactMap({ Day($0) }) {
        let record = context.record(of: habit, on: day)
        guard let skip = record.skip, let progress = record.progress else { continue }
        try session.say("\(habit.name) on \(day) has both: skipped, \(skip), and \(progress) done")
      }
    }
  }

  /// The branch that was named; nil when none was.
  private func branch() throws(Diagnosis) -> String? {
    guard let to, !BranchName.isValid(to) else { return to }
    throw Diagnosis(.usage, "\"\(to)\" is not a name for a branch", hint: "as in: main")
  }

  private func exchange(
    _ context: CommandContext,
    _ location: Location,
    to target: String?,
    _ session: Session
  ) throws(Diagnosis) -> SyncReport {
    let terms = try session.syncTerms(context, location, self, to: target)
    do throws(SyncError) {
      let report = try Sync(location, terms).run(with: remote)
      if !dryRun { location.notes?.noteSync(with: report.remote, .well) }
      return report
    } catch {
      if case .unnamedBranch(let remote, let branch) = error, session.world.terminal.isInteractive,
        try session.confirms("\(remote) has no branch \(branch); make it there?")
      {
        return try exchange(context, location, to: branch, session)
      }
      let diagnosis = Diagnosis(error)
      if let remote = error.remote, !dryRun {
        let reason = diagnosis.message
        let ending: CloneNotes.SyncEnding = error.isOffline ? .offline(reason) : .failed(reason)
        location.notes?.noteSync(with: remote, ending)
      }
      throw diagnosis
    }
  }

  private func showStatus(
    _ context: CommandContext,
    _ location: Location,
    _ session: Session
  ) throws(Diagnosis) {
    let all: [SyncStatus]
    let edits: Store.ManualEdits
    let terms = try session.syncTerms(context, location, self)
    do throws(SyncError) {
      all = try SyncStatus.all(of: location)
      edits = try Sync(location, terms).manualEdits()
    } catch {
      throw Diagnosis(error)
    }
    guard !options.json else { return try session.print(all.output(meant: remote, edits)) }
    guard !all.isEmpty else { throw Diagnosis(SyncError.noRemote) }
    for status in all { try session.print(status.inWords.map(\.terminalSafe)) }
    for path in edits.uncommitted { try session.print("not committed yet: \(path.terminalSafe)") }
    for problem in edits.problems { try session.print("\(problem)") }
  }
}

extension Session {
  /// How this world talks to remotes.
  func syncTerms(
    _ context: CommandContext,
    _ location: Location?,
    timeout: Int,
    republishes: Bool = false,
    to target: String? = nil,
    restoresAll: Bool = false,
    isDry: Bool = false,
    _ write: WriteOptions?
  ) throws(Diagnosis) -> Sync.Terms {
    let isShown = world.terminal.isInteractive
    let (world, trace) = (world, trace)
    let users = if let location { try users(of: location) } else { [UserID]() }
    return Sync.Terms(
      writer: context.writer(write),
      users: users,
      environment: world.environment,
      mayAsk: isShown,
      seconds: timeout,
      republishes: republishes,
      target: target,
      restoresAll: restoresAll,
      isDry: isDry,
      progress: { line in
        trace(line)
        guard isShown else { return }
        do {
          try world.write(.error, line.terminalSafe + "\n")
        } catch {
          // Nobody reads any more; the work goes on.
        }
      }
    )
  }

  fileprivate func syncTerms(
    _ context: CommandContext,
    _ location: Location,
    _ command: SyncCommand,
    to target: String? = nil
  ) throws(Diagnosis) -> Sync.Terms {
    try syncTerms(
      context,
      location,
      timeout: command.timeout,
      republishes: command.republish,
      to: target,
      restoresAll: command.everyone,
      isDry: command.dryRun,
      command.write
    )
  }
}

// MARK: Telling

extension SyncCommand {
  private func tell(_ report: SyncReport, _ session: Session) throws(Diagnosis) {
    for line in report.manualEdits { try session.say(line) }
    for warning in report.warnings + report.losses { try session.say("warning: \(warning)") }
    guard !options.json else { return try session.print(report.output) }
    if dryRun { try session.print("nothing changed; a sync would say:") }
    for line in report.lines(isLong: explain) { try session.print(line.terminalSafe) }
  }
}
