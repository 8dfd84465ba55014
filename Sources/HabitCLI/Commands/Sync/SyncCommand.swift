internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import HabitSync
internal import Posix

/// `habit sync`: one history, here and there.
struct SyncCommand: Subcommand {
  static let name = "sync"
  static let abstract = "Exchange records with a remote, and merge them."
  static let json = JSONOutput(
    "What was done; with --status, how far both are apart.",
    SyncScreen.shape,
    SyncStatusScreen.shape
  )

  @Argument(
    help: "The remote; the default is the one that the branch follows.",
    completion: .remotes
  )
  var remote: String?

  @Flag(help: "Show what is not yet pushed or merged, as known from the last contact.")
  var status = false

  @Flag(help: "Contact the remote and show what a sync would do.")
  var dryRun = false

  @Flag(help: "Publish everything again to a remote that has lost commits or objects.")
  var republish = false

  @Option(
    help: .of("branch", "Publish to this branch of the remote, and create it if it does not exist.")
  )
  var to: String?

  @Flag(help: "Restore lost entries of all users, not only yours.")
  var everyone = false

  @Flag(help: "List every day that both sides have changed.")
  var explain = false

  @Option(help: .of("seconds", "Stop after this many seconds."))
  var timeout = 60

  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    if status {
      try Diagnosis.exclude(
        "--status",
        [
          "--dry-run": dryRun, "--republish": republish, "--to": to != nil,
          "--everyone": everyone, "--explain": explain,
          "--accept-deletions": write.acceptDeletions,
        ]
      )
    }
    let context = try session.context(allowingInvalidProfile: true, allowingMissingUser: true)
    _ = try context.repository
    guard !status else { return try showStatus(context, session) }
    var request = SyncRequest(timeout: timeout)
    request.remote = remote
    request.target = try branch()
    (request.republishes, request.restoresAll, request.isDry) = (republish, everyone, dryRun)
    request.acceptsDeletions = write.acceptDeletions
    let outcome = try sync(request, in: context, session)
    for committed in outcome.adoptions.flatMap(\.committed) { try session.show(committed) }
    try show(outcome.report, outcome.adoptions, session)
    for problem in outcome.unconfirmed { try session.say(problem.description) }
    try session.warnOfConflictCopies(context)
    for line in SyncScreen.closing(outcome) { try session.say(line) }
    try session.conclude(outcome.report.problems)
    // Everything was exchanged, and other commands have nobody to work for.
    try session.app.checkExists(session.app.context(allowingMissingUser: true))
  }

  private func branch() throws -> String? {
    guard let to, !BranchName.isValid(to) else { return to }
    throw Diagnosis(.usage, "\"\(to)\" is not a name for a branch", hint: "as in: main")
  }

  private func sync(
    _ request: SyncRequest,
    in context: CommandContext,
    _ session: Session
  ) throws -> SyncOutcome {
    do {
      return try session.app.sync(request, in: context, session.syncSession)
    } catch let error as SyncError {
      if case .unnamedBranch(let remote, let branch) = error,
        session.world.terminal.isInteractive,
        try session.confirms("\(remote) has no branch \(branch); make it there?")
      {
        var request = request
        request.target = branch
        return try sync(request, in: context, session)
      }
      let diagnosis = Diagnosis(error)
      if !dryRun { session.app.note(error, diagnosis.message, in: context) }
      throw diagnosis
    }
  }

  private func showStatus(_ context: CommandContext, _ session: Session) throws {
    let all: [SyncStatus]
    let edits: Store.ManualEdits
    (all, edits) = try session.app.syncStatus(with: remote, in: context, session.syncSession)
    guard options.json || !all.isEmpty else { throw Diagnosis(SyncError.noRemote) }
    try session.show(SyncStatusScreen(all: all, edits: edits, meant: remote))
  }

  private func show(
    _ report: SyncReport,
    _ adoptions: [SyncOutcome.Adopted],
    _ session: Session
  ) throws {
    let hasConflicts = ![report.merged, report.overridden, report.older].allSatisfy {
      $0.conflicts.isEmpty
    }
    // What was done is told, whatever can be read now.
    let context =
      hasConflicts
      ? attempt {
        try session.app.context(allowingInvalidProfile: true, allowingMissingUser: true)
      } : nil
    let screen = SyncScreen(
      report: report,
      adoptions: adoptions,
      habits: context?.read(.definitions).tracker.habits.map(\.habit) ?? [],
      isDry: dryRun,
      isLong: explain
    )
    for line in screen.preface { try session.say(line) }
    try session.show(screen)
  }
}
