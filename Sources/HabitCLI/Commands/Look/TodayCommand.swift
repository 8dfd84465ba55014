internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit today`: what is due, and progress.
struct TodayCommand: Subcommand {
  static let name = "today"
  static let abstract = "Show what is due today, and progress."
  static let json = JSONOutput(
    "The day; with --all a list of them.",
    TodayScreen.shape,
    Shape.list(TodayScreen.shape)
  )

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  @Flag(help: "Show the day of every user of the repository.")
  var all = false

  func run(in session: Session) throws {
    let contexts = all ? try session.allContexts() : [try session.context()]
    let readings = contexts.map { ($0, $0.read(.everything)) }
    let screens = readings.map { context, reading in
      context.screen(of: reading, in: session.style) { tags.includes($0.habit) }
    }
    if options.json {
      let outputs = screens.map(\.output)
      try session.print(all ? .list(outputs) : outputs[0])
    } else {
      for (index, screen) in screens.enumerated() {
        if index > 0 { try session.print("") }
        try session.print(screen.lines)
      }
      if !all, screens[0].isEmpty {
        let users = attempt { try session.allContexts() }?.map(\.user) ?? []
        if let other = users.first(where: { $0 != contexts[0].user }) {
          try session.say("to see the habits of \(other): habit user switch \(other)")
        }
      }
      if let unsent = contexts.first?.unsentCommits { try session.print(unsent.inWords) }
    }
    if !all, let reading = readings.first?.1 { try tags.check(reading, in: session) }
    for context in contexts { try session.warnOfConflictCopies(context) }
    try session.conclude(readings.flatMap { $0.1.problems })
  }
}

extension CommandContext {
  /// What is shown of a day of the user; nil is today.
  func screen(
    of reading: Reading,
    on day: Day? = nil,
    in style: Style,
    where isMeant: (HabitBoard) -> Bool = { _ in true }
  ) -> TodayScreen {
    let board = Scoreboard(of: reading.tracker, on: today)
    return TodayScreen(
      board: board,
      broken: reading.broken,
      user: user,
      name: profile.name,
      plan: DayPlan(of: board, on: day ?? board.today, where: isMeant),
      style: style
    )
  }
}

/// A user's day on a screen: what is at stake, the habits by group, and what can wait.
struct TodayScreen: Screen {
  let board: Scoreboard
  /// The habits that cannot be read.
  let broken: [HabitID]
  let user: UserID
  let name: Name?
  let plan: DayPlan
  let style: Style

  private var today: Day { plan.day }

  private var habits: [HabitBoard] { (plan.rows + plan.anyTime + plan.waiting).inListOrder }

  var isEmpty: Bool { board.habits.isEmpty && broken.isEmpty }

  var lines: [String] {
    guard !isEmpty else { return header + TodayScreen.welcome }
    return header + body + closing
  }

  /// Which habits are shown does not depend on the size of the screen.
  static let shape = Shape<TodayScreen>.object([
    .date { $0.today },
    .user { $0.user },
    Member("habits", .list(habit), "The habits that the screen shows.") { $0.habits },
    .broken { $0.broken },
    .known("awarded", .flag, "Whether the day is complete.", of: \.board) {
      $0.points(on: $0.today) > 0
    },
    .streaks(of: \.board),
    .known("xp", .count, "All points.", of: \.board) { $0.xp.points },
    .known("level", .whole(1), "The level.", of: \.board) { $0.level.number },
  ]).defined(as: "today")

  private static let habit = Shape<HabitBoard>.object([
    .named { $0.habit },
    .state { $0.state(on: $0.today) },
    .progress { $0.progress(on: $0.today) },
    .goal { $0.goal(on: $0.today) },
    .period { $0.standing(on: $0.today) },
    Member("due", .flag, "Whether it is due on this day.") { $0.isDue(on: $0.today) },
    Member("canWait", orNull: .count, "For how many days it can wait; null when it cannot.") {
      $0.waitingDays
    },
    Member("late", orNull: .count, "For how many days it is late; null when it is not.") {
      $0.lateDays(on: $0.today)
    },
    .streaks { $0.streak },
  ])

  static let welcome = [
    "No habits yet. Add one: habit add \"Drink water\" --goal \"8 glasses\"",
    "Or bring those of another program: habit import FILE",
    "Or learn in a folder of its own: habit tutorial",
  ]

  // MARK: The first line and the last

  /// The day and the user; what is done of it, and what becomes of the streak.
  var header: [String] {
    let ellipsis = style.glyphs.ellipsis
    let name = (name?.text ?? user.text).terminalSafe
    let title = (today.longInYear + style.glyphs.separator + name)
      .cut(to: style.columns, ellipsis: ellipsis)
    let strong = style.paint(title, .strong)
    let facts = Table.Cell(joining: Array((count + outlook).joined(separator: ["  "])))
    guard !facts.text.isEmpty else { return [strong] }
    let text = facts.text.cut(to: style.columns, ellipsis: ellipsis)
    let room = min(style.columns, TodayScreen.widest) - displayWidth(of: title)
    let space = room - displayWidth(of: text)
    guard space >= 2 else { return [strong, facts.painted(text, in: style)] }
    return [strong + String(repeating: " ", count: space) + facts.painted(text, in: style)]
  }

  /// Where the first line ends at most, in columns: the eye does not follow a longer one.
  private static let widest = 80

  /// How much of what is due is done.
  private var count: [[Table.Cell]] {
    let due = plan.due
    guard !due.isEmpty else { return [] }
    let done = due.count { $0.state(on: today) == .done }
    let bar = style.plainBar(Amount(done), of: Amount(due.count), columns: 7)
    return [["\(done)/\(due.count) ", Table.Cell(bar, .good)]]
  }

  private var outlook: [[Table.Cell]] {
    let tone: Style.Tone? =
      switch board.outlook {
      case .none, .atStake: nil
      case .safe: .good
      case .lost: .bad
      }
    guard !board.isIncomplete, today == board.today else { return [] }
    return board.outlook.inWords.map { [[Table.Cell($0, tone)]] } ?? []
  }

  var closing: [String] {
    var parts = ["level \(board.level.number)", "\(grouped(board.xp.points)) XP"]
    if board.streak.best > 0 { parts.append("best streak \(counted(board.streak.best, "day"))") }
    if board.isIncomplete { parts = style.unknownLevel }
    return style.folded(parts).map { style.paint($0, .quiet) }
  }

  // MARK: The habits

  private var body: [String] {
    let all = plan.groups
    let idle = plan.rows.isEmpty && broken.isEmpty ? "Nothing is due today." : nil
    let first = [board.vacationLine ?? idle].compactMap(\.self)
    let lines = first + lines(of: all)
    // The first line and the last ones, and the shell's prompt.
    let room = (style.lines ?? .max) - 4
    let later = later(atMost: max(4, room - lines.count))
    guard lines.count > room - later.count else { return lines + later }
    let open = all.map { $0.with { $0.filter { !$0.isSettled } } }
    return first + self.lines(of: open) + settled + later
  }

  private func lines(of groups: [HabitGroup]) -> [String] {
    HabitGroup.lines(groups, from: rows(of: groups.flatMap(\.habits)), in: style)
  }

  /// What is done or skipped, on a screen that does not hold a line for each.
  private var settled: [String] {
    let names = plan.rows.filter(\.isSettled).map(\.habit.name.text.terminalSafe)
    return names.isEmpty ? [] : style.listed(names, behind: "done or skipped:", atMost: 2)
  }

  /// What can wait, on so many lines.
  private func later(atMost lines: Int) -> [String] {
    let items = plan.waiting.map { board in
      "\(board.habit.name.text) \(DayWords(board, on: today).later)".terminalSafe
    }
    guard !items.isEmpty else { return [] }
    return style.listed(items, behind: "later:", atMost: lines)
  }
}

extension HabitBoard {
  /// Whether nothing is left to do today.
  fileprivate var isSettled: Bool { [.done, .skipped].contains(state(on: today)) }
}

extension TodayScreen {
  /// A line of each of some habits, and behind them one of each that cannot be read.
  func rows(of habits: [HabitBoard]) -> [String] {
    var table = Table([
      .elastic(downTo: 18), .left, .elastic, .elastic(downTo: 14).dispensable(1),
      .left.dispensable(2),
    ])
    for habit in habits { table.add(cells(of: habit)) }
    for id in broken {
      let mark = Table.Cell("\(style.glyphs.broken) ", .bad)
      table.add([Table.Cell(joining: [mark, Table.Cell(id.text)]), "", "invalid file", "", ""])
    }
    return table.lines(in: style, indent: 2)
  }

  /// The mark and the name, the last seven days, the total, what there is to say of it, the streak.
  private func cells(of board: HabitBoard) -> [Table.Cell] {
    let (day, habit, streak) = (plan.day, board.habit, board.streak(on: plan.day))
    let words = DayWords(board, on: day)
    let known = board.mark(on: day) ?? .free
    let mark = known == .free && day == board.today && board.isOpen ? .open : known
    return [
      Table.Cell(joining: [
        style.mark(of: mark), style.isInWords ? ": " : " ",
        Table.Cell(habit.title, habit.tone ?? (mark == .done ? .quiet : nil)),
      ]),
      style.strip(of: board, day.advanced(by: -6)...day),
      Table.Cell(words.total),
      Table.Cell(words.remark, mark == .missed ? .bad : nil),
      Table.Cell(streak.current > 0 ? style.glyphs.times + streak.inWords : "", .quiet),
    ]
  }
}
