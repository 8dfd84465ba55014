internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore

/// `habit why`: why a day, a streak or points are what they are.
struct Why: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain a day of a habit, the streak, or a day's points."
  )

  @Argument(help: "The habit, or streak, or xp.", completion: .habits(or: ["streak", "xp"]))
  var subject: String

  @Argument(help: "The day; today when left out.", completion: .dates)
  var date: String?

  @OptionGroup var day: DayOption

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let reading = context.read(.everything)
    let day = try (date ?? day.on).map { (text) throws(Diagnosis) in
      try DateArgument.day(text, today: context.today)
    }
    switch subject.lowercased() {
    case "streak":
      guard day == nil else {
        throw Diagnosis(.usage, "the streak is today's", hint: "habit why xp DATE")
      }
      try streak(Scoreboard(of: reading.tracker, on: context.today), session)
    case "xp":
      let board = Scoreboard(of: reading.tracker, on: context.today)
      try award(AwardExplanation(of: board, on: day ?? context.today), board.today, session)
    default:
      let id = try session.habit(subject, in: reading, amongDeleted: true).id
      let explained = Explanation(
        of: id,
        in: reading.tracker,
        on: day ?? context.today,
        today: context.today
      )
      guard let explained else { break }
      try habit(explained, context, session)
    }
    try session.conclude(reading)
  }

  // MARK: A day of a habit

  private func habit(
    _ why: Explanation,
    _ context: CommandContext,
    _ session: Session
  ) throws(Diagnosis) {
    let record = context.record(of: why.habit, on: why.day)
    let commits = try commits(why, context, session)
    guard !options.json else { return try session.print(output(why, record, commits)) }
    let style = session.style
    try title("\(why.habit.name.text), \(why.day.long): \(why.stateInWords)", session)
    var facts = FactList()
    facts.add("schedule", "\(why.schedule.value), \(since(why.schedule.from, why.habit))")
    let most = why.habit.isBreaking ? "at most " : ""
    facts.add("goal", "\(most)\(why.goal.value), \(since(why.goal.from, why.habit))")
    facts.add("due", why.dueInWords)
    if let quota = why.quota, why.exemption == nil { facts.add("quota", quota.inWords) }
    if let sum = why.sum, why.exemption == nil { facts.add("sum", sum.inWords(of: why.habit)) }
    facts.add("recorded", recorded(record))
    facts.add("notes", record.note.map { Record.inWords([$0]) })
    facts.add("streak", why.streakInWords)
    facts.add("points", "\(why.award.points) XP, \(why.award.inWords(on: context.today))")
    try session.print(facts.lines(in: style, indent: 2))
    guard !commits.isEmpty else { return }
    var table = Table([.left, .left, .elastic])
    for commit in commits {
      let time = "\(commit.moment.date) \(commit.moment.time.hoursAndMinutes)"
      table.add([
        Table.Cell(String(commit.id.prefix(7)), .quiet), Table.Cell(time),
        Table.Cell(commit.subject),
      ])
    }
    try session.print("  written by")
    try session.print(table.lines(in: style, indent: 4))
  }

  private func since(_ day: Day?, _ habit: Habit) -> String {
    day.map { $0 <= habit.start ? "from the beginning" : "since \($0)" } ?? "from the beginning"
  }

  private func recorded(_ record: Record) -> String {
    guard let progress = record.progress else {
      return record.skip.map { "nothing; skipped, \($0.rawValue)" } ?? "nothing"
    }
    var parts: [String] = []
    if let typed = record.typed { parts.append("typed \(typed)") }
    parts += record.at.map(\.description)
    let skip = record.skip.map { "; skipped, \($0.rawValue)" } ?? ""
    return "\(progress) (\(parts.joined(separator: ", ")))\(skip)"
  }

  /// The commits that wrote the record; none where there is no git, or no library to read them with.
  private func commits(
    _ why: Explanation,
    _ context: CommandContext,
    _ session: Session
  ) throws(Diagnosis) -> [Store.PastChange] {
    guard let location = context.location, location.notes != nil, why.day <= context.today else {
      return []
    }
    do {
      return try Store(location).history(of: context.user, why.habit.id, on: why.day)
    } catch {
      guard case .libraryMissing(_, let package) = error else { throw Diagnosis(error) }
      try session.say(
        "the commits that wrote it are not shown: libgit2 cannot be loaded "
          + "(Debian: apt-get install \(package))"
      )
      return []
    }
  }

  private func output(
    _ why: Explanation,
    _ record: Record,
    _ commits: [Store.PastChange]
  ) -> Output {
    .object([
      ("habit", .text(why.habit.id.text)),
      ("date", Output(why.day)),
      ("state", .text(why.state.rawValue)),
      ("due", .flag(why.exemption == nil)),
      ("reason", .text(why.dueInWords)),
      ("schedule", .text("\(why.schedule.value)")),
      ("scheduleSince", Output(why.schedule.from)),
      ("goal", .amount(why.goal.value.amount)), ("unit", .text(why.goal.value.unit)),
      ("per", .text(why.goal.value.per.rawValue)),
      ("goalSince", Output(why.goal.from)),
      ("progress", Output(record.progress)),
      ("typed", Output(record.typed)),
      ("at", .list(record.at.map { .text($0.description) })),
      ("skip", Output(record.skip?.rawValue)),
      ("streakBefore", .number(why.streakBefore)),
      ("streakAfter", .number(why.streakAfter)),
      ("award", why.award.output),
      (
        "commits",
        .list(
          commits.map { .object([("commit", .text($0.id)), ("subject", .text($0.subject))]) }
        )
      ),
    ])
  }

  // MARK: The streak and points

  private func streak(_ board: Scoreboard, _ session: Session) throws(Diagnosis) {
    let why = StreakExplanation(of: board)
    guard !options.json else {
      return try session.print(
        .object([
          ("streak", .number(why.streak.current)),
          ("best", .number(why.streak.best)),
          ("since", Output(why.since)),
          ("neutralDays", .number(why.neutralDays)),
          ("lastBreak", why.lastBreak?.output ?? .null),
          ("openToday", why.openToday?.output ?? .null),
        ])
      )
    }
    let length = counted(why.streak.current, "complete day")
    try title("streak \(length) in a row (best \(why.streak.best))", session)
    var facts = FactList()
    let passed = "; \(counted(why.neutralDays, "day")) with nothing to do passed over"
    facts.add("since", why.since.map { "\($0)" + (why.neutralDays > 0 ? passed : "") })
    facts.add("broken", why.lastBreak.map { "\($0.day), \($0.inWords(on: board.today))" })
    facts.add(
      "today",
      why.openToday.map { "open, breaks nothing yet; \($0.inWords(on: board.today))" }
    )
    try session.print(facts.lines(in: session.style, indent: 2))
    guard let lastBreak = why.lastBreak else { return }
    try session.print(["  if that is a mistake"] + mending(lastBreak, board).map { "    " + $0 })
  }

  /// The commands that make a day complete, for those who did what was due.
  private func mending(_ day: AwardExplanation, _ board: Scoreboard) -> [String] {
    let named = day.left.prefix(Why.mostNames)
    let tooMuch = named.filter { habit in
      board.habits.contains { $0.habit.id == habit.id && $0.excess(on: day.day) != nil }
    }
    let undone = named.filter { !tooMuch.contains($0) }.map(\.id.text)
    let rest = day.left.count - named.count
    return
      (undone.isEmpty
      ? [] : ["habit done \(undone.joined(separator: " ")) --on \(day.day)\(options.whose)"])
      + tooMuch.map { "habit set \($0.id) AMOUNT --on \(day.day)\(options.whose)" }
      + (rest > 0 ? ["and so for \(rest) more"] : [])
  }

  /// More habits are not named.
  fileprivate static let mostNames = 10

  private func title(_ text: String, _ session: Session) throws(Diagnosis) {
    let style = session.style
    try session.print(
      text.terminalSafe.wrapped(to: style.columns).map { style.paint($0, .strong) }
    )
  }

  private func award(
    _ why: AwardExplanation,
    _ today: Day,
    _ session: Session
  ) throws(Diagnosis) {
    guard !options.json else { return try session.print(why.output) }
    try title("\(why.day.long): \(why.points) XP", session)
    let reason = why.inWords(on: today).terminalSafe.wrapped(to: session.style.columns - 2)
    try session.print(reason.map { "  " + $0 })
  }
}

// MARK: Explanations in words

extension Explanation {
  fileprivate var stateInWords: String {
    if let excess { return "\(state.rawValue), over by \(excess)" }
    return state == countedState || countedState != .done
      ? state.rawValue : "\(state.rawValue), counted as done for streak and points"
  }

  /// Whether it was due, and why not.
  fileprivate var dueInWords: String {
    switch exemption {
    case nil: "yes"
    case .notBegun(let start): "no: it starts on \(start)"
    case .ended(let end): "no: it ended on \(end)"
    case .deleted(let day): "no: it was deleted on \(day)"
    case .rest(let span): "no: it rested \(span.inWords)"
    case .vacation(let span): "no: vacation \(span.inWords)"
    case .neverWas: "no: this day never was in the profile's time zone"
    case .anyTime: "no: it is never due, only tracked"
    case .sums(let sum): "no: \(sum.inWords(of: habit))"
    case .notNamed: "no: the schedule leaves this day free"
    case .canWait(let quota): "no: \(quota.inWords)"
    case .future: "the day has not come"
    }
  }

  fileprivate var streakInWords: String {
    if exemption == .future { return "no effect" }
    if streakAfter > streakBefore { return "\(streakBefore) before, \(streakAfter) after" }
    if streakAfter == 0, streakBefore > 0 { return "\(streakBefore) before, broken here" }
    return "\(streakAfter), unchanged"
  }
}

extension QuotaStanding {
  fileprivate var inWords: String {
    let span = "\(period.lowerBound) to \(period.upperBound)"
    let left = counted(daysLeft, "day")
    guard let wait = canWaitDays else {
      return "\(done) of \(need) done already in \(span)"
    }
    let waiting = wait > 0 ? "it can wait \(counted(wait, "day"))" : "it can wait no longer"
    return "\(done) of \(need) done in \(span), \(left) left: \(waiting)"
  }
}

extension SumStanding {
  fileprivate func inWords(of habit: Habit) -> String {
    let span = "\(period.lowerBound) to \(period.upperBound)"
    let parts = "\(total) of \(need) \(goal.unit) in \(span)"
    let left = counted(daysLeft, "day")
    guard missing > .zero || habit.isBreaking && missing == .zero else {
      return missing == .zero ? parts : "\(parts): \(Amount.zero - missing) over"
    }
    return "\(parts), \(left) left: \(missing) \(habit.isBreaking ? "left" : "to go")"
  }
}

extension AwardExplanation {
  fileprivate func inWords(on today: Day) -> String {
    func names(_ habits: [Habit]) -> String {
      let (named, rest) = (habits.prefix(Why.mostNames), habits.dropFirst(Why.mostNames).count)
      let list = named.map(\.name.text).joined(separator: ", ")
      return rest > 0 ? "\(list) and \(rest) more" : list
    }
    let passed = skipped.isEmpty ? "" : "; passed over: \(names(skipped))"
    switch verdict {
    case .complete: return "all due was done: \(names(done))\(passed)"
    case .incomplete:
      return "\(day == today && !isLost ? "still open" : "not done"): \(names(left))\(passed)"
    case .neutral: return "nothing was due\(passed)"
    }
  }

  fileprivate var output: Output {
    func ids(_ habits: [Habit]) -> Output { .list(habits.map { .text($0.id.text) }) }
    let word =
      switch verdict {
      case .complete: "complete"
      case .incomplete: "incomplete"
      case .neutral: "neutral"
      }
    return .object([
      ("date", Output(day)),
      ("verdict", .text(word)),
      ("xp", .number(points)),
      ("done", ids(done)),
      ("left", ids(left)),
      ("skipped", ids(skipped)),
    ])
  }
}
