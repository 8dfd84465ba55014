internal import ArgumentParser
internal import HabitApp
internal import Posix

/// `habit init`: a repository here.
struct InitCommand: Subcommand {
  static let name = "init"
  static let abstract = "Make a folder a habit repository."
  static let json = JSONOutput("The repository.", shape)

  @Argument(help: "The folder; the default is the current one.", completion: .directory)
  var dir: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let named = dir ?? options.repo ?? session.world.variable("HABIT_REPO")
    let root = session.world.absolute(named ?? ".")
    let made = try session.app.makeRepository(at: root)
    guard !options.json else {
      return try session.print((root, made), as: InitCommand.shape)
    }
    try session.print(
      made ? "a habit repository at \(root)" : "\(root) is a habit repository already"
    )
  }

  static let shape = Shape<(repository: String, isNew: Bool)>.object([
    Member("repository", .text, "The folder.") { $0.repository },
    Member("changed", .flag, "Whether it was made.") { $0.isNew },
  ])
}
