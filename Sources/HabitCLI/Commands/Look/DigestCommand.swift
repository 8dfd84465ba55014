internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit digest`: what happened, of everyone in the repository.
struct DigestCommand: Subcommand {
  static let name = "digest"
  static let abstract = "Show what everyone did since a date or the last sync."
  static let json = JSONOutput("A list, one per user.", DigestScreen.shape)

  @Option(
    date: "The first day; last-sync means the day of the last sync with any remote.",
    completion: .dates(or: ["last-sync"])
  )
  var from: String?

  @Option(date: "The last day; the default is today.")
  var to: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let days = try days(session)
    let readings = try session.allContexts().map { ($0, $0.read(.everything)) }
    let digests = readings.map { UserDigest(of: $0, $1, over: days) }
    try session.show(DigestScreen(digests: digests, days: days, style: session.style))
    try session.conclude(readings.flatMap { $0.1.problems })
  }

  private func days(_ session: Session) throws -> ClosedRange<Day> {
    let context = try session.context()
    let asksForSync = from == "last-sync"
    var range = RangeOptions()
    (range.from, range.to) = (asksForSync ? nil : from, to)
    let synced = range.from == nil ? try session.app.dayOfLastSync(in: context) : nil
    _ = try context.repository
    guard !asksForSync || synced != nil else {
      throw Diagnosis(.noInput, "this repository was never synced", hint: "habit digest --from -7")
    }
    return try range.days(today: context.today) { min(synced ?? $0.advanced(by: -6), $0) }
  }
}

/// What everyone in a repository did in some days.
struct DigestScreen: Screen {
  let digests: [UserDigest]
  let days: ClosedRange<Day>
  let style: Style

  /// The days, then each user.
  var lines: [String] {
    let title = "\(days.lowerBound.inWords) to \(days.upperBound.inWords)"
    return [style.paint(title, .strong)] + digests.flatMap(lines)
  }

  static let shape = Shape.list(user).of { (screen: DigestScreen) in screen.digests }

  private static let user = Shape<UserDigest>.object([
    .user { $0.user },
    Member("name", orNull: .text, "What the user is called.") { $0.name?.text },
    .days { $0.statistics.days },
    .done { $0.statistics.done },
    .due { $0.statistics.due },
    .completeDays { $0.statistics },
    Member("xp", orNull: .count, "The points of these days.") {
      $0.statistics.isIncomplete ? nil : $0.points
    },
    Member("streak", orNull: .count, "The streak as of today.") {
      $0.statistics.isIncomplete ? nil : $0.streak.current
    },
    Member("habits", .list(habit), "The habits.") { digest in
      let missed = Dictionary(uniqueKeysWithValues: digest.missed.map { ($0.habit.id, $0.day) })
      return digest.statistics.habits.filter { $0.habit.deleted == nil }
        .map { ($0, missed[$0.habit.id]) }
    },
    Member("achievements", .list(.badge), "The badges that were earned.") { $0.badges },
    Member("notes", .list(note), "What was noted.") { $0.notes },
  ])

  private static let habit = Shape<(statistics: HabitStatistics, lastMissed: Day?)>.object([
    .habit { $0.statistics.habit }, .done { $0.statistics.done }, .due { $0.statistics.due },
    Member("lastMissed", orNull: .date, "The last day missed.") { $0.lastMissed },
  ])

  private static let note = Shape<QueryRow>.object([
    .habit { $0.habit }, .date { $0.day }, .note { $0.record },
  ])

  private func lines(of digest: UserDigest) -> [String] {
    let statistics = digest.statistics
    let name = digest.name?.text ?? digest.user.text
    let parts =
      statistics.due == 0
      ? ["nothing was due"]
      : [
        "\(statistics.done) of \(statistics.due) done"
      ]
        + (statistics.isIncomplete
          ? style.unknownLevel.suffix(1)
          : [
            "\(counted(statistics.perfectDays, "complete day")), +\(grouped(digest.points)) XP",
            "streak \(counted(digest.streak.current, "day"))",
          ])
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
    return [""] + style.folded([name.terminalSafe] + parts) + facts.lines(in: style, indent: 2)
  }
}
