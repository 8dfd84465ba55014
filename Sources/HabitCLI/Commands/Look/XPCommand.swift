internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit xp`: points, level and ledger.
struct XPCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "xp",
    abstract: "Show points and level."
  )

  @Flag(help: "Show every day that earned points.")
  var ledger = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    if options.json {
      try session.print(json(board, context))
    } else if ledger {
      for award in board.ledger { try session.print("\(award.day)  +\(award.points)") }
    } else {
      try show(board, context, session)
    }
    try session.conclude(reading)
  }

  private func show(
    _ board: Scoreboard,
    _ context: CommandContext,
    _ session: Session
  ) throws(Diagnosis) {
    let (level, points, style) = (board.level, board.xp.points, session.style)
    let bar = style.plainBar(
      Amount(points - level.start),
      of: Amount(level.next - level.start),
      columns: min(20, style.columns / 4)
    )
    let missing = grouped(level.next - points)
    let title = style.folded(["Level \(level.number)", "\(grouped(points)) XP"])
    try session.print(title.map { style.paint($0, .strong) })
    let isClose = level.isClose(at: points) ? ", close" : ""
    try session.print(
      "\(style.paint(bar, .good)) \(missing) XP to level \(level.number + 1)\(isClose)"
    )
    let streak = "streak \(counted(board.streak.current, "day")) (best \(board.streak.best))"
    let last = board.ledger.last.map { "last complete day \($0.day)" } ?? "no complete day yet"
    try session.print(style.folded(["today +\(board.points(on: context.today)) XP", streak, last]))
  }

  private func json(_ board: Scoreboard, _ context: CommandContext) -> Output {
    .object([
      ("user", .text(context.user.text)),
      ("xp", .number(board.xp.points)),
      ("level", .number(board.level.number)),
      ("levelStart", .number(board.level.start)),
      ("nextLevelAt", .number(board.level.next)),
      ("today", .number(board.points(on: context.today))),
      ("streak", .number(board.streak.current)),
      ("best", .number(board.streak.best)),
      ("lastComplete", Output(board.ledger.last?.day)),
      (
        "ledger",
        .list(
          board.ledger.map { .object([("date", Output($0.day)), ("xp", .number($0.points))]) }
        )
      ),
      ("achievements", .list(board.achievements.map(\.output))),
    ])
  }
}
