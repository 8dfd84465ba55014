internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore

/// `habit why`: why a day, a streak or points are what they are.
struct WhyCommand: Subcommand {
  static let name = "why"
  static let abstract = "Explain a day, a streak or points."
  static let json = JSONOutput(
    "A day of a habit, the streak, or a day's points.",
    WhyHabitScreen.shape,
    WhyStreakScreen.shape,
    WhyPointsScreen.shape
  )

  @Argument(help: "The habit, or streak, or xp.", completion: .habits(or: ["streak", "xp"]))
  var subject: String

  @Argument(help: "The day; the default is today.", completion: .dates)
  var date: String?

  @OptionGroup var day: DayOption

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let context = try session.context()
    let today = context.today
    if date != nil { try Diagnosis.exclude("a date", ["--on": day.on != nil]) }
    let day = try (date ?? day.on).map { text in try DateArgument.day(text, today: today) }
    let reading: Reading
    switch subject.lowercased() {
    case "streak":
      guard day == nil else {
        throw Diagnosis(.usage, "the streak is today's", hint: "habit why xp DATE")
      }
      reading = context.read(.everything)
      let board = Scoreboard(of: reading.tracker, on: today)
      // Without the habit that cannot be read there is no streak to explain.
      guard !board.isIncomplete else { break }
      try session.show(
        WhyStreakScreen(
          board: board,
          why: StreakExplanation(of: board),
          whose: options.whose,
          style: session.style
        )
      )
    case "xp":
      reading = context.read(toJudge: day ?? today, allOf: [])
      let why = AwardExplanation(of: reading.tracker.boards(on: today), on: day ?? today)
      try session.show(WhyPointsScreen(why: why, today: today, style: session.style))
    default:
      let definitions = context.read(.definitions)
      let id = try session.habit(subject, in: definitions, on: context.today, amongDeleted: true).id
      let commits = Future { Result { try context.commits(writing: id, on: day ?? today) } }
      reading = context.read(toJudge: day ?? today, allOf: [id])
      let boards = reading.tracker.boards(on: today)
      let written = commits.value
      guard let why = Explanation(of: id, on: day ?? today, in: boards) else { break }
      let screen = WhyHabitScreen(
        why: why,
        record: context.record(of: why.habit, on: why.day),
        commits: try written.get(),
        today: today,
        style: session.style
      )
      try session.show(screen)
    }
    try session.conclude(reading)
  }
}

/// Why a day of a habit is what it is.
struct WhyHabitScreen: Screen {
  let why: Explanation
  let record: Record
  let commits: [Store.PastChange]
  let today: Day
  let style: Style

  /// What the day is, the facts that make it so, and the commits that wrote them.
  var lines: [String] {
    style.title("\(why.habit.title), \(why.day.long): \(why.stateInWords)")
      + facts.lines(in: style, indent: 2) + written
  }

  private var facts: FactList {
    var facts = FactList()
    for (label, text) in why.facts(of: record, today: today) { facts.add(label, text) }
    return facts
  }

  private var written: [String] {
    guard !commits.isEmpty else { return [] }
    var table = Table([.left, .left, .elastic])
    for commit in commits {
      let time = "\(commit.moment.date) \(commit.moment.time.hoursAndMinutes)"
      table.add([
        Table.Cell(String(commit.id.prefix(7)), .quiet), Table.Cell(time),
        Table.Cell(commit.subject),
      ])
    }
    return ["  written by"] + table.lines(in: style, indent: 4)
  }

  static let shape = Shape<WhyHabitScreen>.object([
    .habit { $0.why.habit },
    .date { $0.why.day },
    .state { $0.why.state },
    Member("due", .flag, "Whether it was due.") { $0.why.exemption == nil },
    Member("reason", .text, "Why, in words.") { $0.why.dueInWords },
    .schedule { $0.why.schedule.value },
    Member("scheduleSince", orNull: .date, "From when on; null from the beginning.") {
      $0.why.schedule.from
    },
    .goal { $0.why.goal.value },
    Member("goalSince", orNull: .date, "From when on; null from the beginning.") {
      $0.why.goal.from
    },
    .progress { $0.record.progress },
    .period { $0.why.standing },
    Member("typed", orNull: .number, "The amount that was typed.") { $0.record.typed },
    .entries { $0.record },
    .skip { $0.record.skip },
    Member("streakBefore", .count, "The streak before the day.") { $0.why.streakBefore },
    Member("streakAfter", .count, "The streak after it.") { $0.why.streakAfter },
    Member("award", AwardExplanation.shape, "What the day earned, and why.") { $0.why.award },
    Member("commits", .list(commit), "The commits that wrote the record.") { $0.commits },
  ])

  private static let commit = Shape<Store.PastChange>.object([
    Member("commit", .text, "The id of the commit.") { $0.id },
    Member("subject", .text, "Its first line.") { $0.subject },
  ])
}

struct WhyPointsScreen: Screen {
  let why: AwardExplanation
  let today: Day
  let style: Style

  /// The points, and what of the day was done.
  var lines: [String] {
    let reason = why.inWords(on: today).terminalSafe.wrapped(to: style.columns - 2)
    return style.title("\(why.day.long): \(why.points) XP") + reason.map { "  " + $0 }
  }

  static let shape = AwardExplanation.shape.of { (screen: WhyPointsScreen) in screen.why }
}

extension AwardExplanation {
  static let shape = Shape<AwardExplanation>.object([
    .date { $0.day },
    Member("verdict", .word(["complete", "incomplete", "neutral"]), "What the day is.") {
      "\($0.verdict)"
    },
    Member("xp", .count, "What it earned.") { $0.points },
    Member("done", .ids, "What was done.") { $0.done.map(\.id.text) },
    Member("left", .ids, "What was not.") { $0.left.map(\.id.text) },
    Member("skipped", .ids, "What was skipped.") { $0.skipped.map(\.id.text) },
  ]).defined(as: "award")
}

struct WhyStreakScreen: Screen {
  let board: Scoreboard
  let why: StreakExplanation
  /// The options that name the user in a command that is shown.
  let whose: String
  let style: Style

  /// The streak, what it passed over and what broke it, and how to mend that.
  var lines: [String] {
    let length = counted(why.streak.current, "complete day")
    let mended = why.lastBreak.map { lastBreak in
      ["  if that is a mistake"] + mending(lastBreak).map { "    " + $0 }
    }
    return style.title("streak \(length) in a row (best \(why.streak.best))")
      + facts.lines(in: style, indent: 2) + (mended ?? [])
  }

  private var facts: FactList {
    var facts = FactList()
    let passed = "; \(counted(why.neutralDays, "day")) with nothing to do passed over"
    facts.add("since", why.since.map { "\($0)" + (why.neutralDays > 0 ? passed : "") })
    facts.add("broken", why.lastBreak.map { "\($0.day), \($0.inWords(on: board.today))" })
    facts.add(
      "today",
      why.openToday.map { "open, breaks nothing yet; \($0.inWords(on: board.today))" }
    )
    return facts
  }

  /// The commands that make a day complete, for those who did what was due.
  private func mending(_ day: AwardExplanation) -> [String] {
    let named = day.left.prefix(AwardExplanation.mostNames)
    let tooMuch = named.filter { habit in
      board.habits.contains { $0.habit.id == habit.id && $0.excess(on: day.day) != nil }
    }
    let undone = named.filter { !tooMuch.contains($0) }.map(\.typed)
    let rest = day.left.count - named.count
    return
      (undone.isEmpty
      ? [] : ["habit done \(undone.joined(separator: " ")) --on \(day.day)\(whose)"])
      + tooMuch.map { "habit set \($0.typed) AMOUNT --on \(day.day)\(whose)" }
      + (rest > 0 ? ["and so for \(rest) more"] : [])
  }

  static let shape = Shape<WhyStreakScreen>.object([
    .streaks { $0.why.streak },
    Member("since", orNull: .date, "The first day of the streak.") { $0.why.since },
    Member("neutralDays", .count, "How many days it passes over.") { $0.why.neutralDays },
    Member("lastBreak", orNull: AwardExplanation.shape, "The day that broke the one before.") {
      $0.why.lastBreak
    },
    Member("openToday", orNull: AwardExplanation.shape, "What is open today.") { $0.why.openToday },
  ])
}
