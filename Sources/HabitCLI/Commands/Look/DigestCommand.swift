internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit digest`: what happened, of everyone in the repository.
struct DigestCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Show what everyone in the repository did since a date or the last sync."
  )

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first day, or last-sync; without it the day of the last sync, or a week ago.",
      valueName: "date"
    ),
    completion: .dates(or: ["last-sync"])
  )
  var from: String?

  @Option(parsing: .unconditional, help: .hidden)
  var since: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day, at most today; today when left out.", valueName: "date"),
    completion: .dates
  )
  var to: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws(Diagnosis) {
    let days = try days(session)
    let readings = try session.allContexts().map { ($0, $0.read(.everything)) }
    let digests = readings.map { UserDigest(of: $0, $1, over: days) }
    if options.json {
      try session.print(.list(digests.map(output)))
    } else {
      let title = "\(days.lowerBound.inWords) to \(days.upperBound.inWords)"
      try session.print(session.style.paint(title, .strong))
      for digest in digests { try show(digest, session) }
    }
    let errors = readings.flatMap { $0.1.problems }.filter(\.isError)
    guard errors.isEmpty else { throw Diagnosis(errors) }
  }

  private func days(_ session: Session) throws(Diagnosis) -> ClosedRange<Day> {
    let context = try session.context()
    let from = try DateArgument.text(from, orFormerly: since, of: "--from and --since")
    let asksForSync = from == "last-sync"
    var range = RangeOptions()
    (range.from, range.to) = (asksForSync ? nil : from, to)
    let synced: Day?
    do {
      synced = range.from == nil ? try session.app.dayOfLastSync(in: context) : nil
    } catch {
      throw Diagnosis(error)
    }
    _ = try session.location(of: context)
    guard !asksForSync || synced != nil else {
      throw Diagnosis(
        .noInput,
        "this repository was never synced",
        hint: "habit digest --from -7"
      )
    }
    return try range.days(today: context.today) { min(synced ?? $0.advanced(by: -6), $0) }
  }

  // MARK: On a screen

  private func show(_ digest: UserDigest, _ session: Session) throws(Diagnosis) {
    let statistics = digest.statistics
    let name = digest.name?.text ?? digest.user.text
    let parts =
      statistics.due == 0
      ? ["nothing was due"]
      : [
        "\(statistics.done) of \(statistics.due) done",
        "\(counted(statistics.perfectDays, "complete day")), +\(grouped(digest.points)) XP",
        "streak \(counted(digest.streak.current, "day"))",
      ]
    try session.print("")
    for line in session.style.folded([name.terminalSafe] + parts) { try session.print(line) }
    let done = Dictionary(
      uniqueKeysWithValues: statistics.habits.map { ($0.habit.id, "\($0.done)/\($0.due)") }
    )
    var facts = FactList()
    func add(_ label: String, _ texts: [String]) {
      facts.add(label, texts.isEmpty ? nil : texts.joined(separator: ", "))
    }
    add("kept", digest.kept.map { "\($0.habit.name) \($0.done)/\($0.due)" })
    add(
      "missed",
      digest.missed.map { "\($0.habit.name) \(done[$0.habit.id] ?? ""), last on \($0.day)" }
    )
    add("badges", digest.badges.map { "\($0.kind.title) on \($0.day)" })
    for row in digest.notes {
      facts.add("noted", "\(row.day) \(row.habit.name) \(Record.inWords(row.record.notes))")
    }
    for line in facts.lines(in: session.style, indent: 2) { try session.print(line) }
  }

  private func output(_ digest: UserDigest) -> Output {
    let missed = Dictionary(uniqueKeysWithValues: digest.missed.map { ($0.habit.id, $0.day) })
    let statistics = digest.statistics
    return .object([
      ("user", .text(digest.user.text)), ("name", Output(digest.name?.text)),
      ("from", Output(statistics.days.lowerBound)), ("to", Output(statistics.days.upperBound)),
      ("done", .number(statistics.done)), ("due", .number(statistics.due)),
      ("completeDays", .number(statistics.perfectDays)), ("xp", .number(digest.points)),
      ("streak", .number(digest.streak.current)),
      (
        "habits",
        .list(
          statistics.habits.map {
            .object([
              ("habit", .text($0.habit.id.text)), ("done", .number($0.done)),
              ("due", .number($0.due)), ("lastMissed", Output(missed[$0.habit.id])),
            ])
          }
        )
      ),
      ("achievements", .list(digest.badges.map(\.output))),
      (
        "notes",
        .list(
          digest.notes.map {
            .object([
              ("habit", .text($0.habit.id.text)), ("date", Output($0.day)),
              ("note", Output($0.record.note)),
            ])
          }
        )
      ),
    ])
  }
}
