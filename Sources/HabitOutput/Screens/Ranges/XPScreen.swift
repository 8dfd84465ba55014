public import HabitCore
public import HabitScore

/// A user's points and level.
public struct XPScreen: Screen {
  private let board: Scoreboard
  private let user: UserID
  private let isLedger: Bool
  private let style: Style

  /// The points of a user, or every day that earned some.
  public init(_ board: Scoreboard, of user: UserID, asLedger isLedger: Bool, in style: Style) {
    self.board = board
    self.user = user
    self.isLedger = isLedger
    self.style = style
  }

  /// The level with what is missing to the next, or the ledger.
  public var lines: [String] {
    isLedger ? board.ledger.map { "\($0.day)  +\($0.points)" } : summary
  }

  private var summary: [String] {
    let (level, points) = (board.level, board.xp.points)
    let bar = style.plainBar(
      Amount(points - level.start),
      of: Amount(level.next - level.start),
      columns: min(20, style.columns / 4)
    )
    let missing = grouped(level.next - points)
    let title = style.folded(["Level \(level.number)", "\(grouped(points)) XP"])
    let isClose = level.isClose(at: points) ? ", close" : ""
    let next = "\(style.paint(bar, .good)) \(missing) XP to level \(level.number + 1)\(isClose)"
    let streak = "streak \(counted(board.streak.current, "day")) (best \(board.streak.best))"
    let last = board.ledger.last.map { "last complete day \($0.day)" } ?? "no complete day yet"
    return title.map { style.paint($0, .strong) } + [next]
      + style.folded(["today +\(board.points(on: board.today)) XP", streak, last])
  }

  /// Points, level, streak, ledger and badges.
  public var output: Output {
    .object([
      ("user", .text(user.text)),
      ("xp", .number(board.xp.points)),
      ("level", .number(board.level.number)),
      ("levelStart", .number(board.level.start)),
      ("nextLevelAt", .number(board.level.next)),
      ("today", .number(board.points(on: board.today))),
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
