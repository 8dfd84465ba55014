internal import ArgumentParser
internal import HabitApp
internal import HabitCore
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

/// A user's points, level and badges.
struct XPScreen: Screen {
  let board: Scoreboard
  let user: UserID
  let isLedger: Bool
  let style: Style

  /// The level with what is missing to the next, and the badges; or the ledger.
  var lines: [String] {
    guard !board.isIncomplete else { return style.folded(style.unknownLevel) }
    return isLedger ? board.ledger.map { "\($0.day)  +\($0.points)" } : summary + [""] + badges
  }

  /// A line for each badge, those that were earned first.
  private var badges: [String] {
    var table = Table([.left, .left, .elastic])
    let earned = board.achievements
    for badge in earned {
      table.add([
        Table.Cell(style.glyphs.days.checked, .good), Table.Cell(badge.kind.title, .strong),
        Table.Cell("\(badge.day)  \(badge.kind.condition)"),
      ])
    }
    for kind in Achievement.Kind.allCases where !earned.contains(where: { $0.kind == kind }) {
      table.add([
        Table.Cell(style.mark(of: .open).text, .quiet), Table.Cell(kind.title, .quiet),
        Table.Cell(kind.condition, .quiet),
      ])
    }
    return table.lines(in: style)
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

  static let shape = Shape<XPScreen>.object([
    .user { $0.user },
    known("xp", .count, "All points.") { $0.xp.points },
    known("level", .whole(1), "The level.") { $0.level.number },
    known("levelStart", .count, "The points with which the level begins.") { $0.level.start },
    known("nextLevelAt", .count, "The points with which the next one begins.") { $0.level.next },
    known("today", .count, "The points of today.") { $0.points(on: $0.today) },
    .streaks(of: \.board),
    known("lastComplete", .date, "The last day that earned points.") { $0.ledger.last?.day },
    known("ledger", .list(award), "Every day that earned points.") { $0.ledger },
    known("achievements", .list(.badge), "The badges that were earned.") { $0.achievements },
  ])

  private static func known<Part>(
    _ key: String,
    _ shape: Shape<Part>,
    _ meaning: String,
    _ value: @escaping @Sendable (Scoreboard) -> Part?
  ) -> Member<XPScreen> {
    .known(key, shape, meaning, of: \.board, value)
  }

  private static let award = Shape<Award>.object([
    .date { $0.day }, Member("xp", .count, "The points of the day.") { $0.points },
  ])
}
