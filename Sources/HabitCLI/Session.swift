internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// A command being run: what it may ask, and where it may print.
struct Session {
  let world: World
  let options: GlobalOptions
  let trace: Trace
  /// Where it is noted what would change; nil when it is done.
  let trial: Trial?

  init(world: World, options: GlobalOptions, trial: Trial? = nil) {
    self.world = world
    self.options = options
    self.trial = trial
    self.trace = Trace(isOn: options.trace)
  }

  var style: Style { Style(in: world, color: options.color.choice) }

  /// Prints a line of data.
  func print(_ line: String) throws(Diagnosis) {
    try write(.output, line + "\n")
  }

  /// Prints lines of data, many at a time.
  func print(_ lines: some Sequence<String>) throws(Diagnosis) {
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
  func write(text: String) throws(Diagnosis) {
    try write(.output, text)
  }

  /// Prints a value as JSON.
  func print(_ output: Output) throws(Diagnosis) {
    try write(.output, output.description)
  }

  /// Prints a line of talk.
  func say(_ line: String) throws(Diagnosis) {
    try write(.error, line.terminalSafe + "\n")
  }

  /// Asks a question with a prompt on standard error; nil at the end of input.
  func ask(_ question: String) throws(Diagnosis) -> String? {
    try prompt(question)
    do {
      return try world.readLine()?.trimmed
    } catch {
      throw Diagnosis(error)
    }
  }

  /// Writes a prompt, without a line's end.
  func prompt(_ text: String, behind: String = " ") throws(Diagnosis) {
    try write(.error, text.terminalSafe + behind)
  }

  /// Whether a person says yes; without a terminal nobody is asked, and the answer is yes.
  func confirms(_ question: String) throws(Diagnosis) -> Bool {
    guard world.terminal.isInteractive, trial == nil else { return true }
    return try ["y", "yes"].contains(ask("\(question) [y/N]")?.lowercased())
  }

  private func write(_ stream: World.Stream, _ text: String) throws(Diagnosis) {
    guard trial == nil else { return }
    do {
      try world.write(stream, text)
    } catch {
      throw Diagnosis(error)
    }
  }
}

// MARK: Where, who and when

/// Where a command works, for whom, and when.
struct CommandContext {
  /// The repository; nil when the default one has not been made yet.
  let location: Location?
  /// The folder of the repository, there or not.
  let root: String
  let user: UserID
  let device: Device
  let clock: Clock
  let profile: Profile
  /// The user's files.
  let tree: FileTree
  let trace: Trace

  /// The day that is today.
  var today: Day { clock.local.day(startingAt: profile.dayStart) }

  /// What the user has written down, as far as the scope asks for it.
  func read(_ scope: TrackerReader.Scope) -> Reading {
    let reading = reader(tree).read(scope)
    trace("read \(reading.tracker.habits.count) habits of \(user)")
    return reading
  }

  /// A reader of other versions of the user's files.
  func reader(_ tree: FileTree) -> TrackerReader {
    let taken = location?.notes?.lastWritten ?? FileTree([:])
    return TrackerReader(tree, taken: taken, user: user)
  }

  /// A habit as its file defines it; nil when that is not there or cannot be read.
  func definition(of id: HabitID) -> Habit? {
    do {
      let bytes = try tree.contents(of: Layout.habit(user, id).path)
      return try HabitDocument(user, id, bytes: bytes).habit
    } catch {
      return nil
    }
  }

  /// The record of a day as the files have it; empty when its file cannot be read.
  func record(of habit: Habit, on day: Day) -> Record {
    document(of: habit, year: day.year)?.record(on: day) ?? Record()
  }

  /// A year of a habit as the files have it; nil when it cannot be read.
  func document(of habit: Habit, year: Int) -> YearDocument? {
    let path = Layout.year(user, habit.id, year).path
    do {
      return try YearDocument(
        user,
        habit.id,
        year: year,
        bytes: tree.bytes(of: path),
        taken: location?.notes?.lastWritten.bytes(of: path)
      )
    } catch {
      return nil
    }
  }

  /// The writer of a change.
  func writer(_ options: WriteOptions?) -> Store.Writer {
    Store.Writer(
      user: user,
      device: device,
      clock: clock,
      acceptsDeletions: options?.acceptDeletions ?? false
    )
  }
}

extension Session {
  /// Finds the repository, the user and the clock.
  func context() throws(Diagnosis) -> CommandContext {
    try context(orElse: Session.refuse)
  }

  /// The same; where `allowingInvalidProfile`, the defaults stand for a profile that cannot be read.
  func context(allowingInvalidProfile: Bool) throws(Diagnosis) -> CommandContext {
    guard allowingInvalidProfile else { return try context() }
    return try context { (_) throws(Diagnosis) in Profile() }
  }

  private static func refuse(_ problems: FileProblems) throws(Diagnosis) -> Profile {
    throw Diagnosis(problems.problems)
  }

  private func context(
    orElse usual: (FileProblems) throws(Diagnosis) -> Profile
  ) throws(Diagnosis) -> CommandContext {
    let (root, location) = try repository()
    trace("repository \(root)")
    return try context(of: user(location), root, location, orElse: usual)
  }

  /// The context of a user; of the one who adopted this one's history, if somebody did.
  private func context(
    of user: UserID,
    _ root: String,
    _ location: Location?,
    orElse usual: (FileProblems) throws(Diagnosis) -> Profile
  ) throws(Diagnosis) -> CommandContext {
    let tree: FileTree
    do {
      tree = try location?.disk.tree(of: user.text) ?? FileTree([:])
    } catch {
      throw Diagnosis(error)
    }
    if tree.paths.isEmpty, user != .guest, let location { try checkExists(user, location) }
    let profile: Profile
    var problem: Problem?
    do {
      let document = try TrackerReader(tree, taken: FileTree([:]), user: user).profile()
      profile = document?.profile ?? Profile()
      problem = problemOfZone(in: document)
    } catch {
      profile = try usual(error)
    }
    if profile.adopted != nil, let location {
      let owner = try adoptions(in: location).owner(of: user)
      if owner != user {
        trace("\(user) was adopted by \(owner)")
        return try context(of: owner, root, location, orElse: usual)
      }
    }
    if let problem { try say("warning: \(problem)") }
    return CommandContext(
      location: location,
      root: root,
      user: user,
      device: try device(location),
      clock: try clock(profile),
      profile: profile,
      tree: tree,
      trace: trace
    )
  }

  /// A context at a folder where no repository is yet.
  func newContext(at root: String) throws(Diagnosis) -> CommandContext {
    CommandContext(
      location: nil,
      root: root,
      user: try user(nil),
      device: try device(nil),
      clock: try clock(Profile()),
      profile: Profile(),
      tree: FileTree([:]),
      trace: trace
    )
  }

  /// The contexts of all users whose history is their own.
  func allContexts() throws(Diagnosis) -> [CommandContext] {
    let (root, location) = try repository()
    guard let location else { return [try context()] }
    var contexts: [CommandContext] = []
    for user in try users(of: location) {
      let context = try context(of: user, root, location, orElse: Session.refuse)
      if context.user == user { contexts.append(context) }
    }
    return contexts
  }

  /// The repository: named, else around here, else the default one.
  func repository() throws(Diagnosis) -> (root: String, Location?) {
    if let named = options.repo ?? world.variable("HABIT_REPO") {
      let root = world.absolute(named)
      guard let location = Location(root: root) else {
        throw Diagnosis(
          .noInput,
          "there is no habit repository at \(root)",
          hint: "make one with: habit init \(named.shellQuoted)"
        )
      }
      return (root, location)
    }
    if let location = Location(above: world.workingDirectory) { return (location.root, location) }
    let root = try defaultRoot()
    return (root, Location(root: root))
  }

  /// `$XDG_DATA_HOME/habit`.
  func defaultRoot() throws(Diagnosis) -> String {
    if let data = world.variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/habit" }
    guard let home = world.variable("HOME") else {
      throw Diagnosis(
        .configuration,
        "HOME is not set, so there is no place for a repository",
        hint: "name one with --repo or HABIT_REPO"
      )
    }
    return world.absolute(home) + "/.local/share/habit"
  }

  /// The user: named, else the one this clone switched to, else the guest.
  private func user(_ location: Location?) throws(Diagnosis) -> UserID {
    guard let named = options.user ?? world.variable("HABIT_USER") else {
      do {
        return try location?.notes?.user ?? .guest
      } catch {
        throw Diagnosis(error)
      }
    }
    guard let user = UserID(named) else {
      throw Diagnosis(
        .usage,
        "\"\(named)\" is no user",
        hint: "a user is named by a folder: a-z, 0-9 and -, at most 50"
      )
    }
    return user
  }

  private func checkExists(_ user: UserID, _ location: Location) throws(Diagnosis) {
    let users = try users(of: location)
    guard !users.contains(user) else { return }
    let near = nearest(to: user.text, among: users.map(\.text))
    let hint =
      near.map { "did you mean: --user \($0)" }
      ?? "add one with: habit user add \(user) --user guest; habit user list shows all"
    throw Diagnosis(.noInput, "there is no user \"\(user)\"", hint: hint)
  }

  /// The users of a repository: folders with a profile or with habits.
  func users(of location: Location) throws(Diagnosis) -> [UserID] {
    let disk = location.disk
    do {
      return try disk.names(in: "").compactMap { name, kind in
        guard kind == .directory, let user = UserID(name),
          disk.kind(of: "\(name)/habits") == .directory
            || disk.kind(of: Layout.profile(user).path) == .file
        else { return nil }
        return user
      }
    } catch {
      throw Diagnosis(error)
    }
  }

  private func device(_ location: Location?) throws(Diagnosis) -> Device {
    guard let named = world.variable("HABIT_DEVICE") else {
      do {
        let host = Device(hostName: world.hostName)
        return try location?.notes?.device(onHost: host) ?? host
      } catch {
        throw Diagnosis(error)
      }
    }
    guard let device = Device(named) else {
      throw Diagnosis(
        .usage,
        "HABIT_DEVICE is \"\(named)\", which is no nickname",
        hint: "a nickname is a-z, 0-9 and -, at most \(Device.longest)"
      )
    }
    return device
  }

  /// The clock of the user's days; the system's zone stands for one that it does not know.
  private func clock(_ profile: Profile) throws(Diagnosis) -> Clock {
    do {
      let isKnown = profile.timeZone.map(world.isZone) ?? true
      return try world.clock(zone: isKnown ? profile.timeZone : nil)
    } catch {
      switch error {
      case .unknownZone(let zone):
        preconditionFailure("the zone \(zone) was there just now")
      case .malformedNow(let text):
        throw Diagnosis(
          .usage,
          "HABIT_NOW is \"\(text)\", which is no time",
          hint: "it is written 2026-03-01T09:00:00"
        )
      }
    }
  }
}

// MARK: Endings

extension Session {
  /// Says that conflict copies lie beside the user's files; nobody merges them unasked.
  func tellOfConflictCopies(_ context: CommandContext) throws(Diagnosis) {
    let copies = context.tree.conflictCopies
    guard let first = copies.first else { return }
    let more = copies.count > 1 ? " (and \(copies.count - 1) more)" : ""
    try say("warning: \(first.path) is a conflict copy\(more)")
    try say("hint: habit check --fix merges it")
  }

  /// Ends a command that shows: what is wrong with files is told, and is why it ends with 65.
  func conclude(_ reading: Reading) throws(Diagnosis) {
    let errors = reading.problems.filter(\.isError)
    guard errors.isEmpty else { throw Diagnosis(errors) }
  }
}
