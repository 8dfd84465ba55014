internal import ArgumentParser
internal import HabitApp

/// `habit pack`: what a change starts when a repository has gathered many objects.
///
/// It is started by other commands, and its output is discarded.
struct PackCommand: Subcommand {
  static let name = "pack"
  static let abstract = "Put the objects of a repository together."
  static let isHidden = true

  @Argument(help: "git's folder, or a bare repository.")
  var directory: String

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    try session.app.packNow(directory)
  }
}
