internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit check`: every problem of every user's files at once.
struct CheckCommand: Subcommand {
  static let name = "check"
  static let abstract = "List everything that is wrong with the files."
  static let json = JSONOutput("A list of what is wrong.", ProblemsScreen.shape)

  @Flag(help: "Repair what can be repaired without a question, and name each repair.")
  var fix = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    // A zone that is not known is one of the findings, and not warned of apart from them.
    let context = try session.app.context(allowingInvalidProfile: true)
    if fix {
      for repair in try session.app.repair(context, session.syncSession) {
        try session.say(repair)
      }
    }
    let found = try session.during("checking") { try session.app.findings(in: context) }
    try session.show(ProblemsScreen(found))
    guard found.problems.contains(where: \.isError) else { return }
    let errors = found.problems.count(where: \.isError)
    throw Diagnosis(.data, "\(counted(errors, "problem")) in \(context.root)")
  }
}
