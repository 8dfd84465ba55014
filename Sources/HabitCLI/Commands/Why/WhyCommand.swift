internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

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
