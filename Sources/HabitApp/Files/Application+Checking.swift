internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import HabitSync
internal import Posix

extension Application {
  /// Everything that is wrong with a repository and the files of all its users.
  ///
  /// - Throws: when the folder cannot be read.
  public func findings(in context: CommandContext) throws -> Findings {
    let location = try context.repository
    var findings = Findings(marker: location)
    try findings.addDamage(in: location)
    findings.addLooseObjects(in: location, world)
    for user in try users(of: location) {
      let files = UserFiles(of: user, in: location)
      let tree = try files.listWithVanished()
      findings.add(user, tree, of: location, on: context.today)
      findings.problems += files.vanished.map(Findings.vanished)
      findings.problems += [
        problemOfZone(of: user, in: tree), problemOfAdoption(of: user, in: location),
      ]
      .compactMap(\.self)
    }
    return findings
  }

  /// Puts right what can be put right without asking, and says what, in words.
  public func repair(_ context: CommandContext, _ session: SyncSession) throws -> [String] {
    let location = try context.repository
    try checkWritable(location)
    var repairs: [String] = []
    let store = try Store(location)
    // Then what is damaged is not what a crash left half done.
    try store.finishInterrupted(by: context.writer())
    repairs += try store.mendGit(by: context.writer()).map(\.description)
    repairs += try UnfinishedMerge(in: location, by: context.writer()).conclude()
    let joined = try store.joinConflicts(by: context.writer()).map(\.description)
    // The rest is git's, and nothing else can be put right before.
    if !joined.isEmpty { return repairs + joined }
    let terms = try terms(SyncRequest(timeout: 300), in: context, at: location, session)
    repairs += try ObjectRepair(of: location, terms).run()
    repairs += try store.restoreDefinitions(by: context.writer()).map(\.description)
    for user in try users(of: location) {
      let writer = context.writer().acting(as: user)
      repairs += try store.repair(by: writer).map(\.description)
      repairs += try store.mergeConflictCopies(by: writer).map(\.description)
    }
    if try completeRepository(at: location.root, context) {
      repairs.append("told git how to merge the data files, and added what the folder lacked")
    }
    return repairs
  }
}
