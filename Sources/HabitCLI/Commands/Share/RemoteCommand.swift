internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitSync
internal import Posix

/// `habit remote`: where this clone syncs with.
struct RemoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote",
    abstract: "List, add and remove the remotes to sync with.",
    subcommands: [RemoteList.self, RemoteAdd.self, RemoteRemove.self],
    defaultSubcommand: RemoteList.self
  )
}

struct RemoteList: Subcommand {
  static let name = "list"
  static let abstract = "List the remotes."
  static let json = JSONOutput("A list of the remotes.", shape)

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    // Who only looks gets no repository made.
    let isThere = try session.context().location != nil
    let entries =
      try isThere
      ? session.remotes { remotes in try remotes.list() } : []
    guard !options.json else { return try session.print(entries, as: RemoteList.shape) }
    for entry in entries { try session.print("\(entry.name)  \(entry.address)".terminalSafe) }
  }

  static let shape = Shape.list(RemoteAdd.shape)
}

struct RemoteAdd: Subcommand {
  static let name = "add"
  static let abstract = "Add a remote."
  static let json = JSONOutput("The remote.", shape)

  @Argument(help: "The name of the remote, such as origin.")
  var name: String

  @Argument(help: "A path or a URL, as for git.")
  var url: String

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || [0x2D, 0x5F].contains(byte)
    }
    guard isName, !name.isEmpty, !name.hasPrefix("-") else {
      throw Diagnosis(.usage, "\"\(name)\" is not a name for a remote", hint: "as in: origin")
    }
    let address = try session.remoteAddress(url)
    let place = address.terminalSafe
    guard !Remotes.isForeignFile(address) else {
      throw Diagnosis(
        .noInput,
        "\(place) is a file, and no repository",
        hint: "name the folder of a repository, a bundle of git, or a URL"
      )
    }
    if Remotes.isVacant(address), session.canAsk,
      try session.confirms("there is no repository at \(place): make one?")
    {
      try session.remotes { remotes in
        try remotes.create(at: address, environment: session.world.environment)
      }
    }
    let entry = try session.remotes { [name] remotes in try remotes.add(name, at: address) }
    if Remotes.isVacant(address) {
      try session.say(
        "make the repository with: git init --bare --object-format=sha1 -b main \(place.shellQuoted)"
      )
    }
    guard !options.json else { return try session.print(entry, as: RemoteAdd.shape) }
    try session.print("\(entry.name)  \(entry.address)".terminalSafe)
  }

  static let shape = Shape<RemoteSummary>.object([
    Member("name", .text, "What it is called here.") { $0.name },
    Member("url", .text, "Where it is.") { $0.address },
  ]).defined(as: "remote")
}

struct RemoteRemove: Subcommand {
  static let name = "remove"
  static let abstract = "Remove a remote."
  static let json = JSONOutput("The remote that was removed.", shape)

  @Argument(help: "The remote.", completion: .remotes)
  var name: String

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    try session.remotes { [name] remotes in try remotes.remove(name) }
    guard !options.json else { return try session.print(name, as: RemoteRemove.shape) }
    try session.print("\(name) is not a remote any more".terminalSafe)
  }

  static let shape = Shape<String>.object([Member("removed", .text, "The remote.") { $0 }])
}

extension Session {
  /// The URL of a remote; a path is meant from here, wherever the repository is.
  func remoteAddress(_ text: String) throws -> String {
    guard !text.isEmpty, !text.hasPrefix("-") else {
      throw Diagnosis(
        .usage,
        "\"\(text)\" is not a URL",
        hint: "a URL or a path, as git writes them"
      )
    }
    if let program = Remotes.programMissing(for: text, in: world.environment) {
      throw Diagnosis(
        .usage,
        "git cannot use the URL \(Remotes.shown(text)): there is no \(program)",
        hint: "a path, ssh:// or https://, or install \(program)"
      )
    }
    return Remotes.isPath(text) ? world.absolute(text) : text
  }

  fileprivate func remotes<Value>(
    changing: Bool = true,
    _ body: (Remotes) throws -> Value
  ) throws -> Value {
    let context = try ensuringRepository(context())
    if changing, let location = context.location { try app.checkOwner(location) }
    return try body(Remotes(of: context.repository))
  }
}
