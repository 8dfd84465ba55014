internal import ArgumentParser
internal import HabitApp
internal import HabitCore
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
