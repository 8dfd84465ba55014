internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// `habit fmt`: canonical form.
struct FormatCommand: Subcommand {
  static let name = "fmt"
  static let abstract = "Bring the user's files into canonical form."
  static let json = JSONOutput("A list of the files that changed, or would.", Shape.texts)

  @Flag(help: "Change nothing; list the files that would change, and end with 65 if there are any.")
  var check = false

  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let context = try session.context()
    guard check else {
      let found = try session.commit(FormatRequest(), in: context, write)
      var isWhole = found.isWhole
      while !isWhole { isWhole = try session.commit(FormatRequest(), in: context, write).isWhole }
      return try show(found.paths, session)
    }
    _ = try context.repository
    let paths = try FormatRequest().plan(in: context).value(context).paths
    try show(paths, session)
    guard paths.isEmpty else {
      throw Diagnosis(
        .data,
        "\(counted(paths.count, "file")) not in canonical form",
        hint: "habit fmt"
      )
    }
  }

  private func show(_ paths: [String], _ session: Session) throws {
    if options.json { return try session.print(paths, as: .texts) }
    for path in paths { try session.print(path) }
  }
}
