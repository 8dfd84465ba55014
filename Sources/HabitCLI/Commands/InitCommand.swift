internal import ArgumentParser
internal import HabitApp
internal import HabitFiles
internal import HabitStore
internal import Posix

/// `habit init`: a repository here.
struct InitCommand: Subcommand {
  static let name = "init"
  static let abstract = "Make a folder a habit repository."

  @Argument(help: "The folder; the default is the current one.", completion: .directory)
  var dir: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let named = dir ?? options.repo ?? session.world.variable("HABIT_REPO")
    let root = session.world.absolute(named ?? ".")
    try check(root)
    let made = try session.app.makeRepository(at: root)
    guard !options.json else {
      return try session.print((repository: root, isNew: made), as: .repository)
    }
    try session.print(
      made ? "a habit repository at \(root)" : "\(root) is a habit repository already"
    )
  }

  /// A folder with other things in it is left alone.
  private func check(_ root: String) throws {
    guard Location(root: root) == nil else { return }
    if Disk(root: "").kind(of: root) == .file {
      throw Diagnosis(
        .cannotCreate,
        "\(root) is not a folder",
        hint: "name an empty or a new folder"
      )
    }
    let names: [String]
    names = try Disk(root: root).names(in: "").map(\.name)
    let ours = [".git", Layout.readme.path, Layout.attributes.path]
    guard names.allSatisfy(ours.contains) else {
      throw Diagnosis(
        .cannotCreate,
        "\(root) holds other things",
        hint: "name an empty folder, or one that is not there yet"
      )
    }
  }
}
