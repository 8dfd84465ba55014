public import HabitCore
internal import HabitFiles
public import HabitStore
public import HabitSync
internal import Posix

extension Application {
  /// Exchanges what was recorded with a remote, and merges it.
  ///
  /// What came for a user whose history the acting user has adopted is adopted too, and exchanged.
  /// What was recorded here is committed even where this fails.
  public func sync(
    _ request: SyncRequest,
    in context: CommandContext,
    _ session: SyncSession
  ) throws -> SyncOutcome {
    let location = try context.repository
    try checkWritable(location)
    var report = try exchange(request, in: context, at: location, session)
    var adoptions: [SyncOutcome.Adopted] = []
    var unconfirmed: [Problem] = []
    let others = Set(report.changed.compactMap(\.user)).sorted()
    if !others.isEmpty {
      // The acting user may have been adopted by what came.
      let acting = try acting(as: context.user)
        .context(allowingInvalidProfile: true, allowingMissingUser: true)
      for user in others {
        let accepts = request.acceptsDeletions
        let adopted = try adoptAgain(user, for: acting, in: location, acceptingDeletions: accepts)
        if let adopted { adoptions.append(adopted) }
      }
      unconfirmed = unconfirmedAdoptions(of: others, by: acting.user, in: location)
    }
    if !adoptions.isEmpty {
      report = report.followed(by: try exchange(request, in: context, at: location, session))
    }
    pack(Upkeep(of: location))
    pack(report.hub.map { Upkeep(of: $0) })
    return SyncOutcome(
      report: report,
      adoptions: adoptions,
      unconfirmed: unconfirmed,
      deleted: context.deletedHabits(in: report.changed),
      contradictions: context.contradictions(in: report.merged)
    )
  }

  /// Notes why a sync failed, for ``syncStatus(in:_:)``, unless that has nothing to do with a remote.
  public func note(_ error: SyncError, _ message: String, in context: CommandContext) {
    guard let remote = error.remote else { return }
    let ending: CloneNotes.SyncEnding = error.isOffline ? .offline(message) : .failed(message)
    context.location?.notes?.noteSync(with: remote, ending)
  }

  /// How far this clone and its remotes are apart, without asking them; and what is not committed.
  ///
  /// A remote that the user named must exist.
  public func syncStatus(
    with name: String?,
    in context: CommandContext,
    _ session: SyncSession
  ) throws -> (remotes: [SyncStatus], manualEdits: Store.ManualEdits) {
    let location = try context.repository
    let remotes = try SyncStatus.all(of: location)
    let known = remotes.map(\.remote)
    if let name, !known.contains(name) { throw SyncError.unknownRemote(name, known: known) }
    let terms = try terms(SyncRequest(timeout: 60), in: context, at: location, session)
    return (remotes, try Sync(location, terms).manualEdits())
  }

  /// The user's day of the last sync with any remote; nil when there was none.
  public func dayOfLastSync(in context: CommandContext) throws -> Day? {
    try context.location?.notes?.lastSync().map { moment in
      let local = Moment(unixSeconds: moment.unixSeconds + context.clock.offsetMinutes * 60)
      return local.day(startingAt: context.profile.dayStart)
    }
  }

  /// Whether a folder is empty or missing, or has what an interrupted clone left.
  public func canClone(to root: String) throws -> Bool {
    try Disk(root: root).names(in: "").isEmpty || Clone.isUnfinished(at: root)
  }

  /// Makes a clone of a repository that is elsewhere; `timeout` is in seconds.
  public func clone(
    _ address: String,
    to root: String,
    timeout: Int,
    _ session: SyncSession
  ) throws -> Clone.Made {
    let context = try newContext(at: root)
    let terms = try terms(SyncRequest(timeout: timeout), in: context, at: nil, session)
    return try Clone.make(at: root, of: address, program: world.executable, terms)
  }

  private func exchange(
    _ request: SyncRequest,
    in context: CommandContext,
    at location: Location,
    _ session: SyncSession
  ) throws -> SyncReport {
    let sync = try Sync(location, terms(request, in: context, at: location, session))
    let report = try sync.run(with: request.remote)
    if !request.isDry { location.notes?.noteSync(with: report.remote, .well) }
    return report
  }

  func terms(
    _ request: SyncRequest,
    in context: CommandContext,
    at location: Location?,
    _ session: SyncSession
  ) throws -> Sync.Terms {
    let users = if let location { try users(of: location) } else { [UserID]() }
    let trace = trace
    return Sync.Terms(
      writer: context.writer(acceptingDeletions: request.acceptsDeletions),
      users: users,
      environment: world.environment,
      mayAsk: session.mayAsk,
      seconds: request.timeout,
      republishes: request.republishes,
      target: request.target,
      restoresAll: request.restoresAll,
      isDry: request.isDry,
      progress: { line in
        trace(line)
        session.progress(line)
      }
    )
  }
}

extension CommandContext {
  /// The deleted habits among files of this user that changed.
  fileprivate func deletedHabits(in changed: Set<Layout>) -> [Habit] {
    let recorded = Set(
      changed.compactMap { layout -> HabitID? in
        guard case .year(user, let habit, _) = layout else { return nil }
        return habit
      }
    )
    return recorded.sorted().compactMap(definition).filter { $0.deleted != nil }
  }

  /// The days of a merge that are skipped and have progress.
  fileprivate func contradictions(in merged: MergeOutcome) -> [SyncOutcome.Contradiction] {
    merged.conflicts.flatMap { conflict -> [SyncOutcome.Contradiction] in
      guard case .year(user, let id, _) = conflict.layout, let habit = definition(of: id) else {
        return []
      }
      return conflict.met.compactMap { Day($0) }.compactMap { day in
        let record = record(of: habit, on: day)
        guard let skip = record.skip, let progress = record.progress else { return nil }
        return SyncOutcome.Contradiction(habit: habit, day: day, skip: skip, progress: progress)
      }
    }
  }
}
