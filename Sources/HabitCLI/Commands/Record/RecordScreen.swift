internal import HabitApp
internal import HabitCore
internal import HabitScore

/// What a change of records made of a day: progress, streaks, points, level, milestones.
struct RecordScreen: Screen {
  let report: RecordOutcome
  let user: UserID
  let day: Day
  let today: Day
  let unchanged: String
  let style: Style

  /// A line for each habit, then what is worth a word.
  var lines: [String] {
    var table = Table([.elastic, .right, .left.dispensable(1), .left, .left, .left])
    for (change, board) in zip(report.changes, report.after) { table.add(row(change, board)) }
    return table.lines(in: style) + news
  }

  private func row(_ change: RecordChange, _ board: HabitBoard) -> [Table.Cell] {
    let aim = DayAim(board, on: board.lastSummedDay(with: change.day, through: today))
    let state = board.state(on: change.day)
    let over = board.excess(on: change.day)
    let rest = state == .free ? board.inactiveInWords(on: change.day) : nil
    let isQuiet = state == .open || state == .free && rest == nil && aim.isLoose
    let spelled = state == .free ? rest ?? "not due" : state.rawValue
    let word = change.edit == nil ? unchanged : isQuiet ? "" : spelled
    let streak = board.streak
    return [
      Table.Cell(change.habit.title, change.habit.tone ?? .strong),
      Table.Cell("\(aim.progress)/\(aim.amount) \(aim.unit)\(aim.span)"),
      Table.Cell(
        style.plainBar(aim.progress, of: aim.amount, columns: 8),
        over == nil ? nil : .bad
      ),
      Table.Cell(
        over.map { "over by \($0)" } ?? word,
        over != nil ? .bad : state == .done ? .good : nil
      ),
      Table.Cell(change.remarks),
      Table.Cell(streak.current > 0 ? "streak \(streak.inWords)" : ""),
    ]
  }

  /// More habits than this that reach a milestone at once are told in a line or two.
  private static let mostMilestones = 3

  /// What is worth a word, once: extra progress afterwards is no news.
  private var news: [String] {
    var lines: [String] = []
    let reached = report.milestones
    if reached.count <= RecordScreen.mostMilestones {
      lines += reached.map(\.milestoneInWords.terminalSafe)
    } else {
      let names = reached.map(\.habit.name.text.terminalSafe)
      lines += style.listed(names, behind: "Milestones:", atMost: 2)
    }
    lines += zip(report.changes, report.after).compactMap(idleSkip)
    return lines
      + report.news(on: today).map { news in
        switch news.tone {
        case .plain: news.text
        case .good: style.paint(news.text, .good)
        case .strong: style.paint(news.text, .strong)
        }
      }
  }

  /// What a new skip of a day means on which the habit is done.
  private func idleSkip(_ change: RecordChange, _ board: HabitBoard) -> String? {
    guard change.edit != nil, change.after.skip != change.before.skip, change.after.skip != nil,
      board.state(on: day) == .done
    else { return nil }
    let on = day == today ? "" : " --on \(day)"
    return "\(change.habit.name.text.terminalSafe) is done, so the skip has no effect; "
      + "remove it with: habit skip \(change.habit.id) --clear\(on)"
  }

  static let shape = Shape<RecordScreen>.object([
    .date { $0.day },
    .user { $0.user },
    Member("habits", .list(habit), "The habits that were named.") { screen in
      zip(screen.report.changes, screen.report.after).map { ($0, $1, screen.day) }
    },
    Member("awarded", .flag, "Whether the day is complete.") { $0.report.day.after == .complete },
    Member("streak", orNull: .count, "The user's streak.") { $0.board?.streak.current },
    Member("xp", orNull: .count, "All points.") { $0.board?.xp.points },
    Member("level", orNull: .whole(1), "The level.") { $0.board?.level.number },
  ])

  private var board: Scoreboard? { report.boards?.after }

  private typealias Recorded = (change: RecordChange, board: HabitBoard, day: Day)

  private static let habit = Shape<Recorded>.object([
    .named { $0.change.habit },
    .state { $0.board.state(on: $0.day) },
    .progress { $0.change.after.progress },
    .goal { $0.board.goal(on: $0.day) },
    .difficulty { $0.change.after },
    .note { $0.change.after },
    .skip { $0.change.after.skip },
    .streaks { $0.board.streak },
    Member("changed", .flag, "Whether anything was recorded.") { $0.change.edit != nil },
  ])
}

extension RecordChange {
  /// What was remarked, or is no longer; empty when remarks are as they were.
  fileprivate var remarks: String {
    var parts: [String] = []
    if after.skip != before.skip, after.skip != .other {
      parts.append(after.skip?.rawValue ?? "no longer skipped")
    }
    if after.difficulty != before.difficulty {
      parts.append(after.difficulty?.words ?? "not rated")
    }
    if after.notes != before.notes {
      parts.append(after.notes.isEmpty ? "no note" : Record.inWords(after.notes))
    }
    return parts.joined(separator: ", ")
  }
}
