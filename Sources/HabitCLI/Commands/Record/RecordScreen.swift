internal import HabitApp
internal import HabitCore
internal import HabitFiles
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
    let spelled =
      state == .free ? rest ?? RecordScreen.wait(of: board, on: change.day) : state.rawValue
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

  /// That a day that is free is not due, or how long the habit can wait.
  private static func wait(of board: HabitBoard, on day: Day) -> String {
    let words = DayWords(board, on: day).remark
    return words.isEmpty ? "not due" : words
  }

  var isChange: Bool { report.changes.contains { $0.edit != nil } }

  /// What was recorded of one habit on one line, as `habit ask` says it, and what is worth a word.
  var answer: (cells: [Table.Cell], news: [String]) {
    guard let (change, board) = zip(report.changes, report.after).first(where: { _ in true }) else {
      return ([], [])
    }
    let cells = row(change, board).enumerated().filter {
      $0.offset != 2 && !$0.element.text.isEmpty
    }
    return (
      [style.mark(of: board.mark(on: change.day) ?? .free)] + cells.map(\.element),
      newsOfHabits + report.news(on: today).filter { $0.tone == .strong }.map(painted)
    )
  }

  /// More habits than this that reach a milestone at once are told in a line or two.
  private static let mostMilestones = 3

  /// What is worth a word, once: extra progress afterwards is no news.
  private var news: [String] { newsOfHabits + report.news(on: today).map(painted) }

  private var newsOfHabits: [String] {
    var lines: [String] = []
    let reached = report.milestones
    if reached.count <= RecordScreen.mostMilestones {
      lines += reached.map(\.milestoneInWords.terminalSafe)
    } else {
      let names = reached.map(\.habit.name.text.terminalSafe)
      lines += style.listed(names, behind: "Milestones:", atMost: 2)
    }
    lines += zip(report.changes, report.after).compactMap(idleSkip)
    lines += report.changes.compactMap(swallowed)
    return lines
  }

  private func painted(_ news: News) -> String {
    switch news.tone {
    case .plain: news.text
    case .good: style.paint(news.text, .good)
    case .strong: style.paint(news.text, .strong)
    }
  }

  /// What a new skip of a day means on which the habit is done.
  private func idleSkip(_ change: RecordChange, _ board: HabitBoard) -> String? {
    guard change.edit != nil, change.after.skip != change.before.skip, change.after.skip != nil,
      board.state(on: day) == .done
    else { return nil }
    let on = day == today ? "" : " --on \(day)"
    return "\(change.habit.name.text.terminalSafe) is done, so the skip has no effect; "
      + "remove it with: habit skip \(change.habit.typed) --clear\(on)"
  }

  /// Why an amount that was added changes no total: the goal was reached later on the day.
  private func swallowed(_ change: RecordChange) -> String? {
    let (before, after) = (change.before, change.after)
    let added = after.at.filter { !before.at.contains($0) }
    guard after.progress == before.progress, let entry = added.first, entry.effect.isMore,
      let later = after.at.last(where: {
        !$0.effect.isMore && moment($0, change.day) > moment(entry, change.day)
      })
    else { return nil }
    let time = later.id.time.hoursAndMinutes
    return "\(change.habit.name.text.terminalSafe): the total of \(time) counts it already"
  }

  private func moment(_ entry: Entry, _ day: Day) -> Moment { entry.id.moment(inRecordOf: day) }

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

extension Entry.Effect {
  /// Whether it adds to a total, which it does not set.
  fileprivate var isMore: Bool { if case .plus = self { true } else { false } }
}

/// What was recorded of several days of habits.
struct DaysScreen: Screen {
  let outcome: DaysRequest.Outcome
  /// What the days are now, in words.
  let word: String
  let reason: Skip?

  /// A line for each habit, then points and streaks.
  var lines: [String] {
    outcome.changed.map { habit, days in
      let name = habit.name.text.terminalSafe
      return days.isEmpty
        ? "\(name): nothing to change" : "\(name): \(counted(days.count, "day")) \(word)"
    } + [outcome.scores.decided?.terminalSafe].compactMap(\.self)
  }

  static let shape = Shape.list(habit).of { (screen: DaysScreen) in
    screen.outcome.changed.map { ($0.habit, $0.days, screen.reason) }
  }

  private static let habit = Shape<(habit: Habit, days: [Day], reason: Skip?)>.object([
    .habit { $0.habit }, .skip { $0.reason },
    Member("days", .list(.date), "The days that changed.") { $0.days },
  ])
}
