internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore
internal import HabitSync
internal import HabitSystem

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

  @Flag(help: "Say of every day that both sides had changed what became of it.")
  var explain = false

  @Option(help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds"))
  var timeout = 60

  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    if let report = try idleReport(session) { return try tell(report, session) }
    Store.prepare()
    let desk = try session.desk()
    guard let location = desk.location else {
      throw Diagnosis(.noInput, "there is no repository yet", hint: "habit init, or habit clone")
    }
    guard !status else { return try showStatus(location, session) }
    try session.checkFormat(location)
    var report = try exchange(desk, location, session)
    // What came for somebody whose history was adopted goes on to the heir.
    var hasMore = false
    for user in Set(report.changed.compactMap(\.user)).sorted() {
      hasMore = try session.adoptAgain(user, location, write) || hasMore
    }
    if hasMore {
      if !options.json { try tell(report, session) }
      report = try exchange(desk, location, session)
    }
    try tell(report, session)
    session.tidy(Upkeep(of: location))
    session.tidy(report.hub.map { Upkeep(of: $0) })
    if !report.changed.isEmpty || !report.merged.meetings.isEmpty {
      let desk = try session.desk()
      let habits = desk.read(.definitions).tracker.habits.map(\.habit)
      try tellOfDeleted(habits, report.changed, desk, session)
      try tellOfSkipped(habits, report.merged, desk, session)
    }
    let errors = report.problems.filter(\.isError)
    guard errors.isEmpty else { throw Diagnosis(errors) }
  }

  /// What is told when nothing has changed since a sync that had nothing to do.
  private func idleReport(_ session: Session) throws(Diagnosis) -> SyncReport? {
    guard !status, !dryRun, options.user == nil, let location = try session.repository().1 else {
      return nil
    }
    return Sync.idleReport(of: location, with: remote, session.world.environment)
  }

  /// Names deleted habits for which records came: they are kept, and shown nowhere.
  private func tellOfDeleted(
    _ habits: [Habit],
    _ changed: Set<Layout>,
    _ desk: Desk,
    _ session: Session
  ) throws(Diagnosis) {
    let recorded = Set(
      changed.compactMap { layout -> HabitID? in
        guard case .year(desk.user, let habit, _) = layout else { return nil }
        return habit
      }
    )
    for habit in habits where habit.deleted != nil && recorded.contains(habit.id) {
      try session.say("records came for \(habit.name), which is deleted; habit restore \(habit.id)")
    }
  }

  /// Names days that one device skipped and another worked on: both facts are kept.
  private func tellOfSkipped(
    _ habits: [Habit],
    _ merged: MergeOutcome,
    _ desk: Desk,
    _ session: Session
  ) throws(Diagnosis) {
    for meeting in merged.meetings {
      guard case .year(desk.user, let id, _) = meeting.layout,
        let habit = habits.first(where: { $0.id == id })
      else { continue }
      for day in meeting.met.compactMap({ Day($0) }) {
        let record = desk.record(of: habit, on: day)
        guard let skip = record.skip, let progress = record.progress else { continue }
        try session.say("\(habit.name) on \(day) has both: skipped, \(skip), and \(progress) done")
      }
    }
  }

  private func exchange(
    _ desk: Desk,
    _ location: Location,
    _ session: Session
  ) throws(Diagnosis) -> SyncReport {
    do throws(SyncError) {
      return try Sync(location, session.syncTerms(desk, location, self)).run(with: remote)
    } catch {
      throw Diagnosis(error)
    }
  }

  private func showStatus(_ location: Location, _ session: Session) throws(Diagnosis) {
    let all: [SyncStatus]
    do throws(SyncError) {
      all = try SyncStatus.all(of: location)
    } catch {
      throw Diagnosis(error)
    }
    guard !options.json else { return try session.print(.list(all.map(\.output))) }
    guard !all.isEmpty else { throw Diagnosis(SyncError.noRemote) }
    for status in all { try session.print(status.inWords.terminalSafe) }
  }
}

extension Session {
  /// How this world talks to remotes.
  func syncTerms(
    _ desk: Desk,
    _ location: Location?,
    timeout: Int,
    republishes: Bool = false,
    isDry: Bool = false,
    _ write: WriteOptions?
  ) -> Sync.Terms {
    let isShown = world.terminal.isInteractive
    let (world, trace) = (world, trace)
    return Sync.Terms(
      writer: desk.writer(write),
      users: location.map(users) ?? [],
      environment: world.environment,
      mayAsk: isShown,
      seconds: timeout,
      republishes: republishes,
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
    _ desk: Desk,
    _ location: Location,
    _ command: SyncCommand
  ) -> Sync.Terms {
    syncTerms(
      desk,
      location,
      timeout: command.timeout,
      republishes: command.republish,
      isDry: command.dryRun,
      command.write
    )
  }
}

// MARK: Telling

extension SyncCommand {
  private func tell(_ report: SyncReport, _ session: Session) throws(Diagnosis) {
    for line in report.adopted { try session.say(line) }
    for warning in report.warnings { try session.say("warning: \(warning)") }
    guard !options.json else { return try session.print(report.output) }
    if dryRun { try session.print("nothing changed; a sync would say:") }
    for line in report.lines(isLong: explain) { try session.print(line.terminalSafe) }
  }
}

extension SyncStatus {
  /// `origin: 2 commits to send, 1 to merge`.
  fileprivate var inWords: String {
    guard isKnown else { return "\(remote)  never synced, \(address)" }
    var parts: [String] = []
    if unpublished > 0 { parts.append("\(counted(unpublished, "commit")) to send") }
    if unmerged > 0 { parts.append("\(counted(unmerged, "commit")) to merge") }
    return
      "\(remote)  \(parts.isEmpty ? "has everything" : parts.joined(separator: ", ")), \(address)"
  }

  fileprivate var output: Output {
    .object([
      ("remote", .text(remote)), ("url", .text(address)), ("synced", .flag(isKnown)),
      ("unpublished", .number(unpublished)), ("unmerged", .number(unmerged)),
    ])
  }
}

extension SyncReport {
  /// What was done, in words.
  fileprivate func lines(isLong: Bool) -> [String] {
    var lines: [String] = []
    if came.count > 0 {
      let makers = came.authors.isEmpty ? "" : " from \(came.authors.joined(separator: ", "))"
      lines.append("\(counted(came.count, "commit")) came\(makers)")
    }
    if action == .rejoined {
      lines.append(
        "somebody rewrote the history of \(remote); yours is on top of it"
          + (backup.map { ", and as it was in \($0)" } ?? "")
      )
    }
    lines += othersEdits.map { $0.inWords(isLong: isLong) }
    lines += merged.lines(isLong: isLong) + yielded.lines(isLong: isLong)
    for meeting in healed.meetings {
      lines.append(
        "put back what a merge without habit's rules had lost: "
          + "\(meeting.layout.name) \(meeting.met.joined(separator: ", "))"
      )
    }
    if went + unpublished > 0 {
      lines.append("\(counted(went + unpublished, "commit")) went to \(remote)")
    }
    if lines.isEmpty { lines.append("\(remote) has everything, and nothing came") }
    return lines
  }

  fileprivate var output: Output {
    .object([
      ("remote", .text(remote)), ("action", .text(action.rawValue)),
      ("came", .number(came.count)), ("from", .list(came.authors.map(Output.text))),
      ("went", .number(went)), ("published", .flag(isPublished)),
      ("merged", .list(merged.meetings.map(\.output))),
      ("yielded", .list(yielded.meetings.map(\.output))),
      ("othersEdits", .list(othersEdits.map(\.output))),
      ("healed", .list(healed.meetings.map(\.output))),
      ("copies", .list(merged.copies.map { .text($0.copy) })),
      ("backup", Output(backup)),
    ])
  }
}

extension MergeOutcome {
  fileprivate func lines(isLong: Bool) -> [String] {
    var lines: [String] = []
    let places = meetings.flatMap { meeting in
      meeting.met.map { "\(meeting.layout.name) \($0)" }
    }
    if isLong {
      lines += places.map { "merged \($0)" }
    } else if let first = places.first {
      lines.append("merged \(first)" + (places.count > 1 ? " and \(places.count - 1) more" : ""))
    }
    for meeting in meetings {
      for decision in meeting.decisions {
        lines.append(decision.inWords(meeting.layout))
        if let command = decision.command(meeting.layout) {
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

extension OthersEdit {
  private static let mostPlaces = 3

  /// `bob on pho changed run 2026-03-01 of ann`.
  fileprivate func inWords(isLong: Bool) -> String {
    let shown = isLong ? places[...] : places.prefix(OthersEdit.mostPlaces)
    let more = places.count - shown.count
    let named = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    let what = named.isEmpty ? layout.name : "\(layout.name) \(named)"
    switch layout {
    case .habit(let owner, _), .year(let owner, _, _):
      return "\(author) changed \(what) of \(owner)"
    case .profile, .report, .marker, .attributes, .readme: return "\(author) changed \(what)"
    }
  }

  fileprivate var output: Output {
    .object([
      ("by", .text(author)), ("file", .text(layout.path)),
      ("changed", .list(places.map(Output.text))),
    ])
  }
}

extension MergeOutcome.Meeting {
  fileprivate var output: Output {
    .object([
      ("file", .text(layout.path)), ("met", .list(met.map(Output.text))),
      (
        "decisions",
        .list(
          decisions.map {
            .object([
              ("date", Output($0.day)), ("field", .text($0.field)),
              ("kept", Output($0.kept.value)), ("dropped", Output($0.dropped.value)),
            ])
          }
        )
      ),
    ])
  }
}

extension Layout {
  /// What a file is about, as a command names it.
  fileprivate var name: String {
    switch self {
    case .year(_, let habit, _), .habit(_, let habit): habit.text
    case .profile(let user): "\(user)'s profile"
    case .marker, .attributes, .readme, .report: path
    }
  }
}

extension Decision {
  /// `difficulty of read on 2026-03-01 is 4, no longer 2`.
  fileprivate func inWords(_ layout: Layout) -> String {
    let place = day.map { " on \($0)" } ?? ""
    return "\(field) of \(layout.name)\(place) is \(kept.value ?? "nothing"), "
      + "no longer \(dropped.value ?? "nothing")"
  }

  /// The command that brings back what had to yield; nil when only an editor can.
  fileprivate func command(_ layout: Layout) -> String? {
    guard let value = dropped.value else { return nil }
    switch (layout, day, field) {
    case (.year(_, let habit, _), let day?, "difficulty"):
      return "habit rate \(habit) \(value) --on \(day)"
    case (.year(_, let habit, _), let day?, "skip"):
      return "habit skip \(habit) \(value) --on \(day)"
    case (.year(_, let habit, _), let day?, _): return "habit edit \(habit) \(day)"
    case (.habit(_, let habit), _, "name"): return "habit rename \(habit) \(value)"
    case (.habit(_, let habit), _, _): return "habit edit \(habit)"
    case (.profile, _, _): return "habit edit profile"
    default: return nil
    }
  }
}
