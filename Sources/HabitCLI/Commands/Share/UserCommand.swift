internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitMerge
internal import Posix

/// `habit user`: the users of a repository.
struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "List, add and switch users, or adopt a guest's history.",
    subcommands: [UserList.self, UserAdd.self, UserSwitch.self, UserAdopt.self],
    defaultSubcommand: UserList.self
  )
}

/// `habit user list`: who is there.
struct UserList: Subcommand {
  static let name = "list"
  static let abstract = "List the users."
  static let json = JSONOutput(
    "A list of the users; with --ids, of their ids.",
    UserScreen.shape,
    Shape.ids
  )

  @Flag(help: "Print only the ids, one on each line.")
  var ids = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let current = try session.context().user
    let contexts = try session.allContexts()
    if ids {
      let ids = contexts.map(\.user.text)
      return options.json ? try session.print(ids, as: .ids) : try session.print(ids)
    }
    let users = contexts.map { ($0.user, $0.profile.name) }
    try session.show(UserScreen(users: users, current: current, style: session.style))
  }
}

/// `habit user add`: a new user.
struct UserAdd: Subcommand {
  static let name = "add"
  static let abstract = "Add a user."
  static let json = JSONOutput("The user.", shape)

  @Argument(help: "The name of the user.")
  var name: String

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let name = try DefinitionArgument.name(name)
    let request = AddUserRequest(named: name)
    // The acting user need not exist yet.
    let context = try session.app.acting(as: .guest).context()
    try session.show(session.app.add(request, in: session.ensuringRepository(context)).committed)
    let user = request.user
    guard !options.json else {
      return try session.print((id: user, name: name), as: UserAdd.shape)
    }
    try session.print("\(name.text.terminalSafe) (\(user))")
    try session.say("act as \(user) with: habit user switch \(user)")
  }

  static let shape = Shape<(id: UserID, name: Name)>.object([
    .id { $0.id.text }, .name { $0.name },
  ])
}

/// `habit user switch`: who this clone acts as.
struct UserSwitch: Subcommand {
  static let name = "switch"
  static let abstract = "Act as this user in this clone."
  static let json = JSONOutput("The user.", shape)

  @Argument(help: "The user.", completion: .users)
  var user: String

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let context = try session.app.switchUser(to: user)
    guard !options.json else { return try session.print(context.user, as: UserSwitch.shape) }
    let name = context.profile.name.map { ", \($0)" } ?? ""
    try session.print("acting as \(context.user)\(name)".terminalSafe)
    if let variable = session.world.variable("HABIT_USER"), variable != context.user.text {
      try session.say("HABIT_USER is \(variable), which goes before this")
    }
  }

  static let shape = Shape<UserID>.object([.user { $0 }])
}

struct UserScreen: Screen {
  let users: [(id: UserID, name: Name?)]
  let current: UserID
  let style: Style

  var lines: [String] {
    var table = Table([.left, .left, .elastic])
    for user in users {
      table.add([
        Table.Cell(user.id == current ? "*" : " "), Table.Cell(user.id.text, .strong),
        Table.Cell(user.name?.text ?? ""),
      ])
    }
    return table.lines(in: style)
  }

  static let shape = Shape.list(user).of { (screen: UserScreen) in
    screen.users.map { ($0.id, $0.name, $0.id == screen.current) }
  }

  private static let user = Shape<(id: UserID, name: Name?, isCurrent: Bool)>.object([
    .id { $0.id.text },
    Member("name", orNull: .text, "What the user is called.") { $0.name?.text },
    Member("current", .flag, "Whether this clone acts as the user.") { $0.isCurrent },
  ])
}

/// `habit user adopt`: the history of one user becomes another's.
struct UserAdopt: Subcommand {
  static let name = "adopt"
  static let abstract = "Move the history of a user to another user."
  static let json = JSONOutput("What was adopted, and the effect of it.", AdoptionScreen.shape)

  @Argument(help: "The user whose history moves, usually guest.", completion: .users)
  var from: String

  @Argument(help: "The user who gets the history.", completion: .users)
  var to: String

  @Option(
    help: .of(
      "which",
      "For a habit of both users, keep both histories, mine (the adopting user's) or theirs."
    )
  )
  var keep: Adoption.Preference?

  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    guard let from = UserID(self.from), let to = UserID(self.to) else {
      throw Diagnosis(.usage, "a user is named by \(UserID.forms)")
    }
    let accepts = write.acceptDeletions
    guard
      let history = try session.app.history(of: from, adoptedBy: to, acceptingDeletions: accepts)
    else { return try session.show(AdoptionScreen(done: nil, from: from, to: to)) }
    try session.show(history.committed)
    let preference = try preference(history, session)
    let outcome = try session.app.adopt(history, keeping: preference, acceptingDeletions: accepts)
    try session.show(outcome.committed)
    try session.warnOfConflictCopies(history.context)
    try session.show(AdoptionScreen(done: outcome.value, from: from, to: to))
  }

  /// Which histories are kept; asked for when both users have one.
  private func preference(
    _ history: AdoptableHistory,
    _ session: Session
  ) throws -> Adoption.Preference {
    if let keep { return keep }
    let common = history.undecidedHabits
    guard !common.isEmpty else { return .both }
    let names = common.map(\.text).joined(separator: ", ")
    try session.say("\(history.user) and \(history.context.user) both have \(names)")
    guard session.world.terminal.isInteractive else {
      throw Diagnosis(.usage, "say which is kept", hint: "--keep both merges them, day by day")
    }
    while let answer = try session.ask("keep both, mine or theirs? [both]") {
      if answer.isEmpty { return .both }
      if let keep = Adoption.Preference(rawValue: answer) { return keep }
    }
    throw Diagnosis(.usage, "nothing changed")
  }
}

/// The history of one user that became another's.
struct AdoptionScreen: Screen {
  let done: AdoptOutcome?
  let from: UserID
  let to: UserID

  /// How much was adopted, then points and streaks.
  var lines: [String] {
    guard let done else { return ["\(from) has no history: nothing to do"] }
    guard done.isChanged else { return ["\(to) has all of \(from)'s history: nothing to do"] }
    let amount = "\(counted(done.habits, "habit")) and \(counted(done.records, "record"))"
    return ["\(amount) of \(from) are \(to)'s now"]
      + [done.scores.text?.terminalSafe].compactMap(\.self)
  }

  /// Where the state before is.
  var notices: [String] {
    done?.isChanged == true ? ["the state before is kept as refs/habit/adopted/\(from)^"] : []
  }

  static let shape = Shape<AdoptionScreen>.object([
    Member("from", .id, "Whose history it was.") { $0.from.text },
    Member("to", .id, "Whose it is.") { $0.to.text },
    Member("changed", .flag, "Whether anything was adopted.") { $0.done?.isChanged ?? false },
    Member("habits", .count, "How many habits.") { $0.done?.habits ?? 0 },
    Member("records", .count, "How many records.") { $0.done?.records ?? 0 },
    .anyEffect { $0.done?.scores },
  ])
}
