internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import HabitSync
internal import Posix

/// `habit check`: every problem of every user's files at once.
struct Check: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List everything that is wrong with the files."
  )

  @Flag(help: "Put right what can be put right without asking, and name it.")
  var fix = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context(allowingInvalidProfile: true)
    guard let location = context.location else {
      throw Diagnosis(.noInput, "there is no repository yet", hint: "habit init")
    }
    if fix { try mend(location, context, session) }
    var found = Findings(marker: location)
    try found.addDamage(in: location)
    found.addLooseObjects(in: location, session.world)
    for user in try session.users(of: location) {
      try found.add(user, of: location, on: context.today)
      found.problems += session.problemOfZone(of: user, in: location).map { [$0] } ?? []
    }
    found.problems += try session.problemsOfAdoptions(in: location)
    if options.json {
      try session.print(.list(found.problems.map(output)))
    } else {
      for problem in found.problems { try session.print("\(problem)") }
      try session.print(found.summary)
    }
    guard found.problems.contains(where: \.isError) else { return }
    let errors = found.problems.count(where: \.isError)
    throw Diagnosis(.data, "\(counted(errors, "problem")) in \(location.root)")
  }

  private func mend(_ location: Location, _ context: CommandContext, _ session: Session)
    throws(Diagnosis)
  {
    try session.checkFormat(location)
    var repairs: [String] = []
    do throws(StoreError) {
      let store = try Store(location)
      // Then what is damaged is not what a crash left half done.
      try store.finishInterrupted(by: context.writer(nil))
      repairs += try store.mendGit(by: context.writer(nil)).map(\.description)
    } catch {
      throw Diagnosis(error)
    }
    let terms = try session.syncTerms(context, location, timeout: 300, nil)
    do throws(SyncError) {
      repairs += try UnfinishedMerge(in: location, by: context.writer(nil)).conclude()
      repairs += try ObjectRepair(of: location, terms).run()
    } catch {
      throw Diagnosis(error)
    }
    if try session.complete(location.root, context) {
      repairs.append("told git how to merge the data files, and added what the folder lacked")
    }
    let users = try session.users(of: location)
    do {
      let store = try Store(location)
      for user in users {
        let writer = context.writer(nil).acting(as: user)
        repairs += try store.repair(by: writer).map(\.description)
        repairs += try store.mergeConflictCopies(by: writer).map(\.description)
      }
    } catch {
      throw Diagnosis(error)
    }
    repairs += try session.endAdoptionCircles(location, context)
    for repair in repairs { try session.say(repair) }
  }

  private func output(_ problem: Problem) -> Output {
    .object([
      ("severity", .text(problem.isError ? "error" : "warning")),
      ("message", .text(problem.message)),
      ("hint", Output(problem.hint)),
      ("file", .text(problem.path)),
      ("line", problem.line.map(Output.number) ?? .null),
      ("column", problem.column.map(Output.number) ?? .null),
    ])
  }
}

/// What was found, and how much was looked at.
private struct Findings {
  var problems: [Problem] = []
  private var users = 0
  private var habits = 0
  private var records = 0

  init(marker location: Location) {
    switch location.marker.map(RepositoryTemplate.marker) {
    case .known, nil: break
    case .newer(let format):
      problems.append(
        Problem(Layout.marker.path, "format \(format) is newer than this habit knows")
      )
    case .unreadable(let problem): problems.append(problem)
    }
  }

  /// Adds that there are many loose objects which nobody packs.
  mutating func addLooseObjects(in location: Location, _ world: World) {
    guard Upkeep(of: location)?.lacksGit(in: world.environment) == true else { return }
    let message = "thousands of loose objects take more room than they need; only git packs them"
    problems.append(
      Problem(".git/objects", message, hint: "install git", severity: .warning)
    )
  }

  /// Adds what git cannot read any more of the history.
  mutating func addDamage(in location: Location) throws(Diagnosis) {
    guard location.notes != nil else { return }
    do throws(StoreError) {
      let damaged = try Store(location).damagedFiles()
      problems += damaged.map { path in
        Problem(path, "git cannot read this file", hint: "habit check --fix makes it anew")
      }
      // Which objects the history needs a branch tells.
      guard damaged.isEmpty else { return }
    } catch {
      if case .libraryMissing = error { return }
      throw Diagnosis(error)
    }
    do throws(SyncError) {
      for object in try ObjectRepair.damage(in: location) {
        let message = "git cannot read this object, which the history needs"
        let path = ".git/objects/\(object.prefix(2))/\(object.dropFirst(2))"
        problems.append(Problem(path, message, hint: "habit check --fix gets it again"))
      }
    } catch {
      // Where git's library is not installed the files are checked all the same.
      if case .store(.libraryMissing) = error { return }
      throw Diagnosis(error)
    }
  }

  mutating func add(_ user: UserID, of location: Location, on today: Day) throws(Diagnosis) {
    let tree: FileTree
    do {
      tree = try location.disk.tree(of: user.text)
    } catch {
      throw Diagnosis(error)
    }
    let taken = location.notes?.lastWritten ?? FileTree([:])
    let reader = TrackerReader(tree, taken: taken, user: user)
    let reading = reader.read(.everything)
    users += 1
    habits += reading.tracker.habits.count + reading.broken.count
    records += reading.tracker.habits.map(\.tallies.count).reduce(0, +)
    problems += reading.problems
    problems += reader.oddRecords(on: today)
  }

  var summary: String {
    let errors = problems.count(where: \.isError)
    let looked =
      "\(counted(users, "user")), \(counted(habits, "habit")), \(counted(records, "record"))"
    return "\(looked): " + (errors == 0 ? "no problem" : counted(errors, "problem"))
  }
}
