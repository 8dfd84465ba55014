internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// What a screen needs to tell of a change of records, computed from as few files as will do.
struct RecordingReport: Sendable {
  let recordings: [Recording]
  /// The recorded habits before and after.
  let before: [HabitBoard]
  let after: [HabitBoard]
  /// What the change made of its day.
  let change: DayChange
  /// Everything before and after, which takes every file; nil when the change moved no points.
  let boards: (before: Scoreboard, after: Scoreboard)?

  /// The report of recordings in files as they stand; a whole one reads all of them in any case.
  init(
    _ recordings: [Recording],
    _ context: CommandContext,
    _ tree: FileTree,
    on day: Day,
    isWhole: Bool
  ) {
    let reader = context.reader(tree)
    let ids = recordings.map(\.habit.id)
    let profile = context.profile
    let tracker = reader.read(
      .days({ HabitBoard.daysNeeded(toJudge: day, of: $0, profile: profile) }, allOf: Set(ids))
    ).tracker
    let old = tracker.habits.map { HabitBoard(of: $0, profile: profile, on: context.today) }
    // The boards of other habits are the same before and after.
    let recorded = RecordingReport.applying(recordings, to: tracker).habits
    let new = zip(old, recorded).map { board, tracked in
      ids.contains(board.habit.id)
        ? HabitBoard(of: tracked, profile: profile, on: context.today) : board
    }
    self.recordings = recordings
    before = ids.compactMap { id in old.first { $0.habit.id == id } }
    after = ids.compactMap { id in new.first { $0.habit.id == id } }
    change = DayChange(on: day, from: old, to: new)
    // An earlier day of a quota may change the points of later days too.
    let mayMovePoints = change.points != 0 || day != context.today
    guard isWhole || mayMovePoints && recordings.contains(where: { $0.edit != nil }) else {
      boards = nil
      return
    }
    let whole = reader.read(.everything).tracker
    boards = (
      Scoreboard(of: whole, on: context.today),
      Scoreboard(of: RecordingReport.applying(recordings, to: whole), on: context.today)
    )
  }

  private static func applying(_ recordings: [Recording], to tracker: Tracker) -> Tracker {
    recordings.reduce(tracker) { tracker, recording in
      guard let tracked = tracker.habits.first(where: { $0.habit.id == recording.habit.id }) else {
        return tracker
      }
      return tracker.replacing(
        tracked.replacing(
          Tally(of: recording.after, on: recording.day, dayStart: tracker.profile.dayStart)
        )
      )
    }
  }
}

// MARK: Telling

extension Session {
  /// Prints what a change of records made of a day: progress, streaks, points, level, milestones.
  func tell(
    _ report: RecordingReport,
    _ context: CommandContext,
    _ day: Day,
    unchanged: String
  ) throws(Diagnosis) {
    guard !options.json else { return try print(json(report, context, day)) }
    var table = Table([.elastic, .right, .left.dispensable(1), .left, .left, .left])
    for (recording, board) in zip(report.recordings, report.after) {
      table.add(line(recording, board, unchanged: unchanged))
    }
    for line in table.lines(in: style) { try print(line) }
    for line in news(of: report, context, day) { try print(line) }
  }

  private func line(
    _ recording: Recording,
    _ board: HabitBoard,
    unchanged: String
  ) -> [Table.Cell] {
    let goal = board.goal(on: recording.day)
    let progress = recording.after.progress ?? .zero
    let state = board.state(on: recording.day)
    let word = recording.edit == nil ? unchanged : state == .open ? "" : state.rawValue
    let streak = board.streak.current
    return [
      Table.Cell(recording.habit.name.text, .strong),
      Table.Cell("\(progress)/\(goal)"),
      Table.Cell(style.plainBar(progress, of: goal.amount, columns: 8)),
      Table.Cell(word, state == .done ? .good : nil),
      Table.Cell(recording.remarks),
      Table.Cell(streak > 0 ? "streak \(counted(streak, board.streakUnit))" : ""),
    ]
  }

  /// What is worth a word, once: extra progress afterwards is no news.
  private func news(of report: RecordingReport, _ context: CommandContext, _ day: Day) -> [String] {
    var lines: [String] = []
    for (before, after) in zip(report.before, report.after) {
      guard let milestone = after.streak.milestone(since: before.streak) else { continue }
      let length = counted(milestone, after.streakUnit)
      lines.append("\(after.habit.name.text.terminalSafe): \(length) in a row.")
    }
    guard let (before, after) = report.boards else { return lines }
    let (gained, lost) = (
      after.completeDays(missingFrom: before), before.completeDays(missingFrom: after)
    )
    let isWon = after.xp > before.xp
    if !gained.isEmpty || !lost.isEmpty {
      let points = after.xp.points - before.xp.points
      var line = gained.isEmpty ? "" : completion(gained, report, context, day)
      if !lost.isEmpty { line += (line.isEmpty ? "" : ", ") + reopening(lost, report, context) }
      line += ": \(points < 0 ? "-" : "+")\(grouped(abs(points))) XP, "
      line += "\(grouped(after.xp.points)) in all."
      if isWon, after.streak.current > 0 {
        line += " Streak \(counted(after.streak.current, "day"))."
      }
      lines.append(isWon ? style.paint(line, .good) : line)
    }
    if after.level > before.level {
      lines.append(style.paint("Level \(after.level.number)!", .strong))
    } else if after.level < before.level {
      lines.append("Level \(after.level.number) again.")
    }
    if let milestone = after.streak.milestone(since: before.streak) {
      lines.append("\(counted(milestone, "complete day")) in a row.")
    }
    return lines
  }

  private func completion(
    _ days: [Day],
    _ report: RecordingReport,
    _ context: CommandContext,
    _ day: Day
  ) -> String {
    guard days == [context.today] else { return listed(days, "is complete", "are complete") }
    return report.change.isCelebration ? "All done today" : "Nothing is left for today"
  }

  private func reopening(_ days: [Day], _ report: RecordingReport, _ context: CommandContext)
    -> String
  {
    days == [context.today] && report.change.after == .incomplete
      ? "Today is open again" : listed(days, "is no longer complete", "are no longer complete")
  }

  private func listed(_ days: [Day], _ one: String, _ many: String) -> String {
    switch days.count {
    case 1: "\(days[0]) \(one)"
    case 2: "\(days[0]) and \(days[1]) \(many)"
    default: "\(days.count) days from \(days[0]) on \(many)"
    }
  }

  private func json(_ report: RecordingReport, _ context: CommandContext, _ day: Day) -> Output {
    let habits = zip(report.recordings, report.after).map { recording, board in
      Output.object([
        ("id", .text(recording.habit.id.text)),
        ("name", .text(recording.habit.name.text)),
        ("state", .text(board.state(on: day).rawValue)),
        ("progress", Output(recording.after.progress)),
        ("goal", .amount(board.goal(on: day).amount)),
        ("unit", .text(board.goal(on: day).unit)),
        ("streak", .number(board.streak.current)),
        ("best", .number(board.streak.best)),
        ("changed", .flag(recording.edit != nil)),
      ])
    }
    let board = report.boards?.after
    return .object([
      ("date", .text("\(day)")),
      ("user", .text(context.user.text)),
      ("habits", .list(habits)),
      ("awarded", .flag(report.change.after == .complete)),
      ("streak", board.map { .number($0.streak.current) } ?? .null),
      ("xp", board.map { .number($0.xp.points) } ?? .null),
      ("level", board.map { .number($0.level.number) } ?? .null),
    ])
  }
}

extension Recording {
  /// What was remarked, or is no longer; empty when remarks are as they were.
  fileprivate var remarks: String {
    var parts: [String] = []
    if after.skip != before.skip { parts.append(after.skip?.rawValue ?? "no longer skipped") }
    if after.difficulty != before.difficulty {
      parts.append(after.difficulty?.words ?? "not rated")
    }
    if after.notes != before.notes {
      parts.append(after.notes.isEmpty ? "no note" : Record.inWords(after.notes))
    }
    return parts.joined(separator: ", ")
  }
}

extension Record {
  /// Notes on one line, in quotes.
  static func inWords(_ notes: [String]) -> String {
    notes.map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", ")
      .split(separator: "\n").joined(separator: " ")
  }
}

extension Scoreboard {
  /// The complete days that another board does not have.
  fileprivate func completeDays(missingFrom other: Scoreboard) -> [Day] {
    let known = Set(other.ledger.map(\.day))
    return ledger.map(\.day).filter { !known.contains($0) }
  }
}
