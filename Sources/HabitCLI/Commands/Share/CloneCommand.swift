internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitSync
internal import Posix

/// `habit clone`: a repository that is elsewhere, here too.
struct CloneCommand: Subcommand {
  static let name = "clone"
  static let abstract = "Clone an existing repository."
  static let json = JSONOutput("The repository.", shape)

  @Argument(help: "A path or a URL, as for git.")
  var url: String

  @Argument(help: "The folder; by default the default repository.", completion: .directory)
  var dir: String?

  @Option(help: .of("seconds", "Stop after this many seconds."))
  var timeout = 300

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let root = try dir.map(session.world.absolute) ?? session.app.defaultRoot()
    let address = try session.remoteAddress(url)
    guard try session.app.canClone(to: root) else {
      throw Diagnosis(
        .cannotCreate,
        "\(root) is not empty",
        hint: "to join it, add a remote and sync; else: habit clone \(url.shellQuoted) DIR"
      )
    }
    let made: Clone.Made
    do {
      made = try session.app.clone(address, to: root, timeout: timeout, session.syncSession)
    } catch let error as SyncError {
      throw Diagnosis(cloning: error)
    }
    for warning in made.warnings { try session.say("warning: \(warning)") }
    guard !options.json else {
      return try session.print((root, made.commits), as: CloneCommand.shape)
    }
    try session.print("\(root): \(counted(made.commits, "commit"))".terminalSafe)
  }

  static let shape = Shape<(repository: String, commits: Int)>.object([
    Member("repository", .text, "The folder.") { $0.repository },
    Member("commits", .count, "How many came.") { $0.commits },
  ])
}
