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

/// What a sync did, or would do.
struct SyncScreen: Screen {
  let report: SyncReport
  let adoptions: [SyncOutcome.Adopted]
  /// The habits as they are now, for commands.
  let habits: [Habit]
  let isDry: Bool
  let isLong: Bool

  /// What was adopted, what came, what was merged and what went.
  var lines: [String] {
    (isDry ? ["nothing changed; a sync would say:"] : [])
      + (adoptions.flatMap(\.lines) + report.lines(isLong: isLong, habits)).map(\.terminalSafe)
  }

  static let shape = Shape<SyncScreen>.object([
    Member("result", .word, "What was done.") { $0.report.action },
    Member("remote", .text, "The remote.") { $0.report.remote },
    Member("fetched", .count, "How many commits came.") { $0.report.came.count },
    Member("from", .texts, "Whose they are.") { $0.report.came.authors },
    Member("merged", .list(MergeOutcome.Conflict.shape), "What both sides had changed.") {
      $0.report.merged.conflicts
    },
    Member("dropped", .list(MergeOutcome.Conflict.dropped), "The values that were discarded.") {
      [$0.report.merged, $0.report.overridden, $0.report.older].flatMap(\.conflicts)
        .flatMap(\.dropped)
    },
    Member("removed", .list(removed), "What is gone of your records.") { screen in
      screen.report.removals.flatMap { removal in removal.places.map { (removal, $0) } }
    },
    Member(
      "restored",
      .list(MergeOutcome.Conflict.shape),
      "What a merge without habit's rules had lost."
    ) { $0.report.restored.conflicts },
    Member("lost", .list(MergeOutcome.Conflict.shape), "What other users lost by one.") {
      $0.report.lost.conflicts
    },
    Member("othersEdits", .list(othersEdit), "What others changed of your files.") {
      $0.report.othersEdits
    },
    Member("copies", .texts, "The other versions of files that have no rule.") {
      $0.report.merged.copies.map(\.copy)
    },
    Member("sent", .count, "How many commits went.") { $0.report.went },
    Member("published", .flag, "Whether the remote has everything.") { $0.report.isPublished },
    Member("backup", orNull: .text, "Where the history is that was rewritten.") {
      $0.report.backup
    },
    Member(
      "adopted",
      .list(adoption),
      "What came for users whose history you have adopted, and was adopted, too."
    ) { $0.adoptions },
  ])

  private static let removed = Shape<(removal: Removal, place: Removal.Place)>.object([
    Member("by", orNull: .text, "Who, as the commit says.") { $0.removal.author },
    Member("commit", orNull: .text, "The commit.") { $0.removal.commit },
    .file { $0.place.layout.path },
    Member("days", .texts, "The days; none for the file as a whole.") { $0.place.days },
  ])

  private static let othersEdit = Shape<OthersEdit>.object([
    Member("by", .text, "Who.") { $0.author }, .file { $0.layout.path },
    Member("changed", .texts, "The days or fields.") { $0.places },
  ])

  private static let adoption = Shape<SyncOutcome.Adopted>.object([
    Member("from", .id, "Whose history it was.") { $0.from.text },
    Member("to", .id, "Whose it is.") { $0.to.text },
    Member("changed", .texts, "The habits and other files that changed.") { $0.places },
  ])

  /// What is said before the lines: manual edits, warnings, what other users lost.
  var preface: [String] {
    report.manualEdits + (report.warnings + report.losses).map { "warning: \($0)" }
  }

  /// What is said at the end of a sync: records came for a deleted habit, or contradict each other.
  static func closing(_ outcome: SyncOutcome) -> [String] {
    outcome.deleted.map { habit in
      "records came for \(habit.name), which is deleted; habit restore \(habit.id)"
    }
      + outcome.contradictions.map { day in
        "\(day.habit.name) on \(day.day) has both: skipped, \(day.skip), and \(day.progress) done"
      }
  }
}

extension SyncReport {
  /// What was done, in words.
  fileprivate func lines(isLong: Bool, _ habits: [Habit]) -> [String] {
    var lines: [String] = []
    if came.count > 0 {
      let makers = came.authors.isEmpty ? "" : " from \(came.authors.joined(separator: ", "))"
      lines.append("\(counted(came.count, "commit")) came\(makers)")
    }
    if action == .rejoined {
      lines.append(
        "the history of \(remote) was rewritten; yours is on top of it"
          + (backup.map { ", and as it was in \($0)" } ?? "")
      )
    }
    let root = root.shellQuoted
    lines += removals.flatMap { $0.lines(isLong: isLong, in: root) }
    lines += othersEdits.map { $0.inWords(isLong: isLong) }
    lines += [merged, overridden, older].flatMap { $0.lines(isLong: isLong, habits) }
    for conflict in restored.conflicts {
      lines.append("restored what a merge without habit's driver had lost: \(conflict.inWords)")
    }
    if let restoration {
      lines.append("  to undo that: \(restoration.revertCommand(in: root))")
    }
    if went + unpublished > 0 {
      lines.append("\(counted(went + unpublished, "commit")) went to \(remote)")
    }
    if lines.isEmpty { lines.append("\(remote) has everything, and nothing came") }
    return lines
  }

  /// What other users lost, as warnings.
  fileprivate var losses: [String] {
    lost.conflicts.map { conflict in
      let owner = conflict.layout.user.map { "\($0)" } ?? "another user"
      return "a merge without habit's driver lost entries of \(owner): \(conflict.inWords); "
        + "the next sync of \(owner) restores them, or now: habit sync --everyone"
    }
  }
}

extension SyncOutcome.Adopted {
  /// The habits and other files that changed, each once.
  fileprivate var places: [String] { Set(changed.filter { $0.user == to }.map(\.name)).sorted() }

  fileprivate var lines: [String] {
    let line = "\(to) has adopted what came for \(from): \(places.joined(separator: ", "))"
    return [line] + [scores.text.map { "  \($0)" }].compactMap(\.self)
  }
}

extension MergeOutcome {
  fileprivate func lines(isLong: Bool, _ habits: [Habit]) -> [String] {
    var lines: [String] = []
    let places = conflicts.flatMap { conflict in
      conflict.met.map { "\(conflict.layout.name) \($0)" }
    }
    if isLong {
      lines += places.map { "merged \($0)" }
    } else if let first = places.first {
      lines.append("merged \(first)" + (places.count > 1 ? " and \(places.count - 1) more" : ""))
    }
    for conflict in conflicts {
      for decision in conflict.decisions {
        lines.append(decision.inWords(conflict.layout))
        if let command = decision.command(conflict.layout, among: habits) {
          lines.append("  to have it back: \(command)")
        }
      }
    }
    for copy in copies {
      lines.append("\(copy.path) had two versions; the other is \(copy.copy)")
    }
    return lines
  }
}

extension [String] {
  private static let mostShown = 3

  /// `2026-03-01, 2026-03-02, 2026-03-03 and 7 more`.
  fileprivate func shortened(isLong: Bool) -> String {
    let shown = isLong ? self[...] : prefix([String].mostShown)
    let more = count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension String {
  /// The command that takes back this commit of the repository in a folder.
  fileprivate func revertCommand(in root: String) -> String {
    "git -C \(root) revert --no-edit \(prefix(10))"
  }
}

extension Removal {
  /// `bob on pho removed run 2026-03-01`, and the command that takes it back.
  fileprivate func lines(isLong: Bool, in root: String) -> [String] {
    let named = places.map { place in
      let days = place.days.shortened(isLong: isLong)
      return days.isEmpty ? place.layout.path : "\(place.layout.name) \(days)"
    }
    let what = named.shortened(isLong: isLong)
    guard let author, let commit else { return ["a merge removed \(what)"] }
    return [
      "\(author) removed \(what)",
      "  to have it back: \(command(against: commit, in: root))",
    ]
  }

  /// The command that takes back what a commit did in the user's folder, and nothing else.
  private func command(against commit: String, in root: String) -> String {
    guard isMixed, let user = places.first?.layout.user else {
      return commit.revertCommand(in: root)
    }
    let (id, folder) = (commit.prefix(10), user.text.shellQuoted)
    // git apply takes a file for changed until git has looked at it again.
    return "cd \(root) && git status -s && git diff-tree --binary \(id) \(id)~ -- \(folder)"
      + " | git apply -3 && git commit -m \("restore \(user)".shellQuoted)"
  }
}

extension OthersEdit {
  /// `bob on pho changed run 2026-03-01 of ann`.
  fileprivate func inWords(isLong: Bool) -> String {
    let named = places.shortened(isLong: isLong)
    let what = named.isEmpty ? layout.name : "\(layout.name) \(named)"
    switch layout {
    case .habit(let owner, _), .year(let owner, _, _):
      return "\(author) changed \(what) of \(owner)"
    case .profile, .report, .marker, .attributes, .readme: return "\(author) changed \(what)"
    }
  }
}

/// How far a clone and its remotes are apart.
struct SyncStatusScreen: Screen {
  let all: [SyncStatus]
  let edits: Store.ManualEdits
  let meant: String?

  /// Some lines for each remote, then the files that are not committed.
  var lines: [String] {
    all.flatMap(\.inWords).map(\.terminalSafe)
      + edits.uncommitted.map { "not committed yet: \($0.terminalSafe)" }
      + edits.problems.map(\.description)
  }

  static let shape = Shape<SyncStatusScreen>.object([
    Member(distance, of: \.one),
    Member("uncommitted", .texts, "The files with manual edits.") { $0.edits.uncommitted },
    Member("invalid", .texts, "What is wrong with files.") { $0.edits.problems.map(\.description) },
    Member("remotes", .list(.object(distance)), "The same of every remote.") { $0.all },
  ])

  private var one: SyncStatus? {
    all.first { meant == nil ? $0.isMeant : $0.remote == meant } ?? all.first
  }

  private static let distance: [Member<SyncStatus?>] = [
    Member(
      "state",
      .word(["synced", "ahead", "behind", "diverged", "offline", "no-remote"]),
      "How far both are apart."
    ) { $0?.state.rawValue ?? "no-remote" },
    Member("remote", orNull: .text, "The remote.") { $0?.remote },
    Member("url", orNull: .text, "Where it is.") { $0?.address },
    Member("ahead", .count, "How many commits wait to be sent.") { $0?.unpublished ?? 0 },
    Member("behind", .count, "How many wait to be merged.") { $0?.unmerged ?? 0 },
    Member("lastSync", orNull: .moment, "When a sync last ended well, in UTC.") {
      $0?.last.time.map { "\($0)Z" }
    },
    Member("lastError", orNull: .text, "Why the last one did not.") { $0?.last.failure },
  ]
}

extension SyncStatus {
  /// `origin  2 commits to send, 1 to merge, /srv/habits.git`, and why the last try failed.
  fileprivate var inWords: [String] {
    [distance] + (last.failure.map { ["the last sync failed: \($0)"] } ?? [])
  }

  private var distance: String {
    guard isKnown else { return "\(remote)  never synced, \(address)" }
    var parts: [String] = []
    if unpublished > 0 { parts.append("\(counted(unpublished, "commit")) to send") }
    if unmerged > 0 { parts.append("\(counted(unmerged, "commit")) to merge") }
    return
      "\(remote)  \(parts.isEmpty ? "has everything" : parts.joined(separator: ", ")), \(address)"
  }
}
