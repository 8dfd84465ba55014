internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore
internal import Posix

/// `habit user adopt`: the history of one user becomes another's.
struct UserAdopt: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Make a user's history another's."
  )

  @Argument(help: "Whose history it is, as guest.", completion: .users)
  var from: String

  @Argument(help: "Whose it becomes.", completion: .users)
  var to: String

  @Option(
    help: ArgumentHelp(
      "Where both have a habit, keep both histories, mine (the adopting user's) or theirs.",
      valueName: "which"
    )
  )
  var keep: KeepOption?

  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    guard let from = UserID(self.from), let adopting = UserID(self.to) else {
      throw Diagnosis(.usage, "a user is named by a folder: a-z, 0-9 and -, at most 50")
    }
    guard from != adopting else { throw Diagnosis(.usage, "\(from) is the same user") }
    let context = try context(of: adopting, session)
    guard let location = context.location else {
      throw Diagnosis(.noInput, "there is no repository yet", hint: "habit init")
    }
    guard try session.users(of: location).contains(from) else {
      return try report(nil, from, adopting, session, said: "\(from) has no history: nothing to do")
    }
    let source = try session.source(from, location, context, write)
    if let other = source.profile.adopted, other != adopting {
      throw Diagnosis(.cannotCreate, "\(from) was adopted by \(other) already")
    }
    guard !source.reading.tracker.habits.isEmpty else {
      return try report(nil, from, adopting, session, said: "\(from) has no history: nothing to do")
    }
    let preference = try preference(source, context, session)
    let done = try session.adopt(source, context, location, preference, write)
    try report(
      done,
      from,
      adopting,
      session,
      said: done.changesAnything ? nil : "\(adopting) has all of \(from)'s history: nothing to do"
    )
  }

  /// The context of the adopting user, who must exist and must not itself be adopted.
  private func context(of adopting: UserID, _ session: Session) throws(Diagnosis) -> CommandContext
  {
    var asAdopting = session.options
    asAdopting.user = adopting.text
    let context = try Session(world: session.world, options: asAdopting).context()
    guard context.user == adopting else {
      throw Diagnosis(
        .usage,
        "\(adopting) was adopted by \(context.user) and has no history any more"
      )
    }
    return context
  }

  /// Which histories are kept; asked for when both have one.
  private func preference(
    _ source: Source,
    _ context: CommandContext,
    _ session: Session
  ) throws(Diagnosis) -> Adoption.Preference {
    if let keep { return keep.preference }
    let own = context.read(.definitions).tracker.habits.map(\.habit.id)
    let common = source.reading.tracker.habits.map(\.habit.id).filter(own.contains)
    guard source.profile.adopted == nil, !common.isEmpty else { return .both }
    let names = common.map(\.text).joined(separator: ", ")
    try session.say("\(source.user) and \(context.user) both have \(names)")
    guard session.world.terminal.isInteractive else {
      throw Diagnosis(.usage, "say which is kept", hint: "--keep both merges them, day by day")
    }
    while let answer = try session.ask("keep both, mine or theirs? [both]") {
      if answer.isEmpty { return .both }
      if let keep = KeepOption(rawValue: answer) { return keep.preference }
    }
    throw Diagnosis(.usage, "nothing changed")
  }
}

/// What `--keep` says.
enum KeepOption: String, CaseIterable, ExpressibleByArgument {
  case both, mine, theirs

  var preference: Adoption.Preference {
    switch self {
    case .both: .both
    case .mine: .mine
    case .theirs: .theirs
    }
  }
}

// MARK: The change

/// The history that is adopted.
private struct Source {
  let user: UserID
  let tree: FileTree
  let reading: Reading
  let document: ProfileDocument?

  var profile: Profile { reading.tracker.profile }

  init(_ user: UserID, in location: Location) throws(Diagnosis) {
    do {
      tree = try location.disk.tree(of: user.text).loaded()
      let reader = TrackerReader(
        tree,
        taken: location.notes?.lastWritten ?? FileTree([:]),
        user: user
      )
      reading = reader.read(.everything)
      document = try reader.profile()
    } catch let error as FileProblems {
      throw Diagnosis(error.problems)
    } catch {
      throw Diagnosis(.inputOutput, "the files of \(user) cannot be read: \(error)")
    }
    self.user = user
    let errors = reading.problems.filter(\.isError)
    guard errors.isEmpty else { throw Diagnosis(errors) }
  }

  /// How many days of how many habits it has.
  var records: Int { reading.tracker.habits.map(\.tallies.count).reduce(0, +) }
}

/// What an adoption did.
private struct Adopted: Sendable {
  let changesAnything: Bool
  let habits: Int
  let records: Int
  let effect: Effect
}

extension Session {
  /// Adopts anew what came for a user whose history is somebody else's by now.
  func adoptAgain(_ user: UserID, _ location: Location, _ write: WriteOptions) throws(Diagnosis)
    -> Bool
  {
    guard isAdopted(user, in: location) else { return false }
    var asAdopting = options
    asAdopting.user = user.text
    let context = try Session(world: world, options: asAdopting).context(
      allowingInvalidProfile: true
    )
    guard context.user != user else { return false }
    let source = try source(user, location, context, write)
    return try adopt(source, context, location, .both, write).changesAnything
  }

  /// Whether a user's profile says that somebody has adopted the history.
  private func isAdopted(_ user: UserID, in location: Location) -> Bool {
    do {
      let bytes = try location.disk.contents(of: Layout.profile(user).path)
      return try ProfileDocument(user, bytes: bytes).profile.adopted != nil
    } catch {
      return false
    }
  }

  /// The history of a user, after the manual edits of its files were committed as that user's.
  fileprivate func source(
    _ user: UserID,
    _ location: Location,
    _ context: CommandContext,
    _ write: WriteOptions
  ) throws(Diagnosis) -> Source {
    try commit(context.acting(as: user), location, write) { (_) throws(Diagnosis) in
      Store.Decision(edits: [], subject: "", value: ())
    }
    return try Source(user, in: location)
  }

  fileprivate func adopt(
    _ source: Source,
    _ context: CommandContext,
    _ location: Location,
    _ preference: Adoption.Preference,
    _ write: WriteOptions
  ) throws(Diagnosis) -> Adopted {
    let base: FileTree
    do {
      base = try Store(location).kept(as: "adopted/\(source.user)", source.tree.paths)
    } catch {
      throw Diagnosis(error)
    }
    let done = try commit(context, location, write) { (tree) throws(Diagnosis) in
      var edits: [Edit]
      do {
        let tree = try tree.loaded()
        edits = try Adoption(
          of: source.tree,
          since: base,
          by: context.user,
          tree,
          keeping: preference
        ).edits
        let stamp = Stamp(utc: context.clock.utc, device: context.device)
        let before = context.reader(tree).read(.everything)
        edits += try profiles(source, context.user, tree, before, stamp)
        let files = Dictionary(edits.map { ($0.path, $0.after) }) { first, _ in first }
        let after = context.reader(tree.overlaid(with: files)).read(.everything)
        if preference == .both { try check(source, base, in: after) }
        return Store.Decision(
          edits: edits,
          subject: "user adopt \(source.user) \(context.user) "
            + "(\(source.reading.tracker.habits.count) habits, \(source.records) records)",
          value: Adopted(
            changesAnything: !edits.isEmpty,
            habits: source.reading.tracker.habits.count,
            records: source.records,
            effect: Effect(from: before.tracker, to: after.tracker, on: context.today)
          )
        )
      } catch let error as FileProblems {
        throw Diagnosis(error.problems)
      } catch let error as Diagnosis {
        throw error
      } catch {
        preconditionFailure("an adoption fails by its files: \(error)")
      }
    }
    guard done.changesAnything else { return done }
    do {
      try Store(location).keep(as: "adopted/\(source.user)")
    } catch {
      throw Diagnosis(error)
    }
    return done
  }

  /// The adopting user's profile, and the note in the other's.
  private func profiles(
    _ source: Source,
    _ adopting: UserID,
    _ tree: FileTree,
    _ before: Reading,
    _ stamp: Stamp
  ) throws(FileProblems) -> [Edit] {
    var edits: [Edit] = []
    func change(_ user: UserID, _ old: ProfileDocument?, _ new: Profile) throws(FileProblems) {
      if old == nil, new == Profile() { return }
      let document =
        try old?.changed(to: new, stamp: stamp)
        ?? ProfileDocument(new: new, of: user, adoptedAt: stamp)
      if let edit = document.edit { edits.append(edit) }
    }
    if source.profile.adopted == nil {
      let isFirst = before.tracker.habits.isEmpty
      let own = before.tracker.profile
      let path = Layout.profile(adopting).path
      let known = try tree.bytes(of: path).map { (bytes) throws(FileProblems) in
        try ProfileDocument(adopting, bytes: bytes)
      }
      try change(adopting, known, own.adopting(source.profile, isFirst: isFirst))
    }
    var adopted = source.profile
    adopted.adopted = adopting
    try change(source.user, source.document, adopted)
    return edits
  }

  /// Sees that every record arrived that did not arrive before.
  private func check(
    _ source: Source,
    _ base: FileTree,
    in after: Reading
  ) throws(Diagnosis) {
    let errors = after.problems.filter(\.isError)
    guard errors.isEmpty else { throw Diagnosis(errors) }
    let known = TrackerReader(base, taken: FileTree([:]), user: source.user).read(.everything)
    func days(_ tracker: Tracker) -> Set<String> {
      Set(tracker.habits.flatMap { one in one.tallies.map { "\(one.habit.id) \($0.day)" } })
    }
    let missing = days(source.reading.tracker).subtracting(days(known.tracker))
      .subtracting(days(after.tracker))
    guard let first = missing.min() else { return }
    throw Diagnosis(
      .data,
      "\(missing.count) records would not arrive, the first of them \(first); nothing changed",
      hint: "this is a fault of habit; please report it"
    )
  }
}

// MARK: Telling

extension UserAdopt {
  private func report(
    _ done: Adopted?,
    _ from: UserID,
    _ adopting: UserID,
    _ session: Session,
    said nothing: String?
  ) throws(Diagnosis) {
    guard !options.json else {
      let (habits, records) = (done?.habits ?? 0, done?.records ?? 0)
      let members: [(String, Output)] = [
        ("from", .text(from.text)), ("to", .text(adopting.text)),
        ("changed", .flag(nothing == nil)),
        ("habits", .number(habits)), ("records", .number(records)),
      ]
      let effect = done?.effect.output ?? []
      return try session.print(.object(members + effect))
    }
    if let nothing { return try session.print(nothing) }
    guard let done else { return }
    let habits = counted(done.habits, "habit")
    try session.print(
      "\(habits) and \(counted(done.records, "record")) of \(from) are \(adopting)'s now"
    )
    if let effect = done.effect.text { try session.print(effect.terminalSafe) }
    try session.say("the state before is kept as refs/habit/adopted/\(from)^")
  }
}
