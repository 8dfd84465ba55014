internal import ArgumentParser
internal import HabitApp
internal import HabitFiles
internal import HabitScore

/// `habit xp`: points, level and badges.
struct XPCommand: Subcommand {
  static let name = "xp"
  static let abstract = "Show points, level and badges."
  static let json = JSONOutput("Points, level and the badges that were earned.", XPScreen.shape)

  @Flag(help: "Show every day that earned points.")
  var ledger = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let context = try session.context()
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    try session.show(
      XPScreen(board: board, user: context.user, isLedger: ledger, style: session.style)
    )
    try session.conclude(reading)
  }
}
