internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore

/// A change of one habit's record of one day, and how it is made and told: what `log`, `done`,
/// `undo` and `set` have in common.
struct Recording: Sendable {
  let habit: Habit
  let day: Day
  /// The record before and after, decided under the lock.
  let before: Record
  let after: Record
  /// The edit of the year file; nil when nothing changes.
  let edit: Edit?

  /// The change of a day's record in the files as they stand.
  init(
    of habit: Habit,
    on day: Day,
    by user: UserID,
    in tree: FileTree,
    taken: FileTree,
    _ change: (Record) throws(Diagnosis) -> Record
  ) throws(Diagnosis) {
    let path = Layout.year(user, habit.id, day.year).path
    let bytes: [UInt8]?
    do {
      bytes = try tree.contents(of: path)
    } catch .missing {
      bytes = nil
    } catch {
      throw Diagnosis([Problem(path, error.reason)])
    }
    do {
      let document = try YearDocument(
        user,
        habit.id,
        year: day.year,
        bytes: bytes,
        taken: taken.bytes(of: path)
      )
      before = document.record(on: day)
      after = try change(before)
      edit = after == before ? nil : try document.replacing(on: day, with: after).edit
    } catch let problems as FileProblems {
      throw Diagnosis(problems.problems)
    } catch let diagnosis as Diagnosis {
      throw diagnosis
    } catch {
      preconditionFailure("a recording fails by its file or by the change: \(error)")
    }
    self.habit = habit
    self.day = day
  }

  /// The total and the goal, as a commit message and a screen say them: `5/8`.
  var total: String {
    "\(after.progress ?? .zero)/\(habit.goal.value(on: day).amount)"
  }
}

extension Session {
  /// Records something on a day, for each of these habits, in one commit; tells what it changed.
  func record(
    _ names: [String],
    on date: String?,
    _ write: WriteOptions,
    verb: String,
    amount: String? = nil,
    unchanged: String,
    _ change: (Habit, Day, Desk, Record) throws(Diagnosis) -> Record
  ) throws(Diagnosis) {
    let desk = try desk()
    let day = try DateArgument.pastDay(date, today: desk.today)
    let definitions = desk.read(.definitions)
    let lookup = HabitLookup(definitions)
    var habits: [Habit] = []
    for name in names {
      let habit = try lookup.habit(name)
      guard !habits.contains(where: { $0.id == habit.id }) else { continue }
      try check(day, for: habit)
      habits.append(habit)
    }
    let report = try commit(habits, on: day, desk, write, verb, amount, change)
    try tell(report, desk, day, unchanged: unchanged)
  }

  private func check(_ day: Day, for habit: Habit) throws(Diagnosis) {
    guard day < habit.start else { return }
    throw Diagnosis(
      .usage,
      "\(day) is before \(habit.name) starts, \(habit.start)",
      hint: "if it began earlier, change \"start\" in habits/\(habit.id)/habit.json"
    )
  }

  private func commit(
    _ habits: [Habit],
    on day: Day,
    _ desk: Desk,
    _ write: WriteOptions,
    _ verb: String,
    _ amount: String?,
    _ change: (Habit, Day, Desk, Record) throws(Diagnosis) -> Record
  ) throws(Diagnosis) -> Report {
    guard let location = desk.location else {
      throw Diagnosis(.noInput, "there is no habit yet", hint: "habit add \"Drink water\"")
    }
    let taken = location.notes?.taken ?? FileTree([:])
    return try perform(desk, location, write) { (tree) throws(Diagnosis) in
      var recordings: [Recording] = []
      for habit in habits {
        recordings.append(
          try Recording(of: habit, on: day, by: desk.user, in: tree, taken: taken) {
            (record) throws(Diagnosis) in try change(habit, day, desk, record)
          }
        )
      }
      let edits = recordings.compactMap(\.edit)
      return Store.Decision(
        edits: edits,
        subject: Session.subject(verb, amount, recordings, day),
        value: Report(recordings, desk, tree, on: day)
      )
    }
  }

  /// `log drink-water +2 (5/8) 2026-03-01`.
  private static func subject(
    _ verb: String,
    _ amount: String?,
    _ recordings: [Recording],
    _ day: Day
  ) -> String {
    let changed = recordings.filter { $0.edit != nil }
    let what = changed.map { "\($0.habit.id)\(amount.map { " \($0)" } ?? "") (\($0.total))" }
    return "\(verb) \(what.joined(separator: ", ")) \(day)"
  }

  /// Makes a change in the store and tells what went with it.
  func perform<Value: Sendable>(
    _ desk: Desk,
    _ location: Location,
    _ write: WriteOptions?,
    _ decide: (FileTree) throws(Diagnosis) -> Store.Decision<Value>
  ) throws(Diagnosis) -> Value {
    try checkFormat(location)
    let outcome: Store.Outcome<Value>
    do {
      outcome = try Store(location).change(by: desk.writer(write), decide: decide)
    } catch let error as ChangeError<Diagnosis> {
      switch error {
      case .refused(let diagnosis): throw diagnosis
      case .store(let error): throw Diagnosis(error)
      }
    } catch let error as StoreError {
      throw Diagnosis(error)
    } catch {
      preconditionFailure("a change fails by its decision or the store: \(error)")
    }
    trace(outcome.commit.map { "committed \($0)" } ?? "nothing to commit")
    for line in outcome.adopted { try say(line.lowercasedFirst) }
    for warning in outcome.warnings { try say("warning: \(warning)") }
    for problem in outcome.problems { try say("habit: \(problem)") }
    return outcome.value
  }

  /// Files of a newer format are read, never written.
  private func checkFormat(_ location: Location) throws(Diagnosis) {
    guard let bytes = location.marker else { return }
    switch Skeleton.marker(bytes) {
    case .known: return
    case .newer(let format):
      throw Diagnosis(
        .data,
        "\(location.root) has format \(format); this habit writes format \(Skeleton.format)",
        hint: "install a newer habit; reading works"
      )
    case .unreadable(let problem):
      throw Diagnosis([problem])
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

// MARK: What changed

/// What a screen needs to tell of a change, computed from as few files as will do.
private struct Report: Sendable {
  let recordings: [Recording]
  let before: Standing
  let after: Standing
  /// The whole board, only when the change completed the day: it takes every file.
  let scoreboard: Scoreboard?

  /// How the recorded habits stand, and what the day is for all habits together.
  struct Standing: Sendable {
    let boards: [HabitBoard]
    let verdict: DayVerdict

    init(_ tracker: Tracker, _ desk: Desk, of ids: [HabitID], on day: Day) {
      let all = tracker.habits.map { HabitBoard(of: $0, profile: desk.profile, on: desk.today) }
      boards = ids.compactMap { id in all.first { $0.habit.id == id } }
      verdict = DayVerdict(on: day, of: all)
    }
  }

  init(_ recordings: [Recording], _ desk: Desk, _ tree: FileTree, on day: Day) {
    let reader = desk.reader(tree)
    let ids = recordings.map(\.habit.id)
    let tracker = reader.read(.days(Report.daysNeeded(day, desk, reader), allOf: Set(ids))).tracker
    let changed = Report.applying(recordings, to: tracker)
    self.recordings = recordings
    before = Standing(tracker, desk, of: ids, on: day)
    after = Standing(changed, desk, of: ids, on: day)
    let isCompleted = before.verdict != .complete && after.verdict == .complete
    scoreboard =
      isCompleted
      ? Scoreboard(
        of: Report.applying(recordings, to: reader.read(.everything).tracker),
        on: desk.today
      ) : nil
  }

  /// The days whose records tell what the day is for every habit.
  private static func daysNeeded(
    _ day: Day,
    _ desk: Desk,
    _ reader: TrackerReader
  ) -> ClosedRange<Day> {
    let spans = reader.read(.definitions).tracker.habits.map {
      HabitBoard.daysNeeded(toJudge: day, of: $0.habit, profile: desk.profile)
    }
    let first = spans.map(\.lowerBound).min() ?? day
    return first...max(first, spans.map(\.upperBound).max() ?? day)
  }

  private static func applying(_ recordings: [Recording], to tracker: Tracker) -> Tracker {
    recordings.reduce(tracker) { tracker, recording in
      guard let tracked = tracker.habits.first(where: { $0.habit.id == recording.habit.id }) else {
        return tracker
      }
      return tracker.replacing(
        tracked.replacing(Tally(of: recording.after, on: recording.day))
      )
    }
  }
}

extension Session {
  private func tell(
    _ report: Report,
    _ desk: Desk,
    _ day: Day,
    unchanged: String
  ) throws(Diagnosis) {
    guard !options.json else { return try print(json(report, desk, day)) }
    var table = Table([.elastic, .right, .left.dispensable(1), .left, .left])
    for (recording, board) in zip(report.recordings, report.after.boards) {
      table.add(line(recording, board, unchanged: unchanged))
    }
    for line in table.lines(in: style) { try print(line) }
    try celebrate(report, desk, day)
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
      Table.Cell(streak > 0 ? "streak \(counted(streak, board.streakUnit))" : ""),
    ]
  }

  /// What a day's completion earned, once: extra progress afterwards is no news.
  private func celebrate(_ report: Report, _ desk: Desk, _ day: Day) throws(Diagnosis) {
    for (before, after) in zip(report.before.boards, report.after.boards)
    where after.streak.current > before.streak.current
      && Rules.isMilestone(after.streak.current)
    {
      let length = counted(after.streak.current, after.streakUnit)
      try print("\(after.habit.name.text.terminalSafe): \(length) in a row.")
    }
    guard let board = report.scoreboard else {
      if report.before.verdict == .complete, report.after.verdict == .incomplete {
        try print("\(day) is open again: -\(Rules.completeDay) XP.")
      }
      return
    }
    let when = day == desk.today ? "All done today" : "\(day) is complete"
    var line = "\(when): +\(Rules.completeDay) XP, \(grouped(board.xp.points)) in all."
    if board.streak.current > 0 { line += " Streak \(counted(board.streak.current, "day"))." }
    try print(style.paint(line, .good))
    if board.xp.points - board.level.start < Rules.completeDay, board.level.number > 1 {
      try print(style.paint("Level \(board.level.number)!", .strong))
    }
    if Rules.isMilestone(board.streak.current) {
      try print("\(counted(board.streak.current, "complete day")) in a row.")
    }
  }

  private func json(_ report: Report, _ desk: Desk, _ day: Day) -> Output {
    let habits = zip(report.recordings, report.after.boards).map { recording, board in
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
    let board = report.scoreboard
    return .object([
      ("date", .text("\(day)")),
      ("user", .text(desk.user.text)),
      ("habits", .list(habits)),
      ("awarded", .flag(report.after.verdict == .complete)),
      ("streak", board.map { .number($0.streak.current) } ?? .null),
      ("xp", board.map { .number($0.xp.points) } ?? .null),
      ("level", board.map { .number($0.level.number) } ?? .null),
    ])
  }
}
