internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit show`: one habit and its last days.
struct ShowCommand: Subcommand {
  static let name = "show"
  static let abstract = "Show one habit and its last days."
  static let json = JSONOutput("A habit and its last days.", ShowScreen.shape)

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Option(parsing: .unconditional, help: .of("number", "The number of days to show."))
  var days: Int = 14

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    guard (1...3_660).contains(days) else {
      throw Diagnosis(.usage, "\(days) days cannot be shown", hint: "from 1 to 3660")
    }
    let context = try session.context()
    let definitions = context.read(.definitions)
    let habit = try session.habit(habit, in: definitions, on: context.today)
    let today = context.today
    let reading = context.read(.only([habit.id]))
    guard let tracked = reading.tracker[habit.id] else { return try session.conclude(reading) }
    let board = HabitBoard(of: tracked, profile: reading.tracker.profile, on: today)
    let last = board.lastActiveDay
    let first = max(habit.start, last.advanced(by: 1 - days))
    let shown = first > last ? [] : (first...last).all
    let screen = ShowScreen(
      board: board,
      totals: board.totals(in: .distantPast...max(today, habit.start)),
      days: shown,
      records: records(of: habit, on: shown, context),
      vacation: reading.tracker.profile.vacationLine(on: today),
      style: session.style
    )
    try session.show(screen)
    try session.conclude(reading)
    try session.conclude(definitions)
  }

  /// What was recorded on some days, of which JSON has nothing.
  private func records(
    of habit: Habit,
    on days: [Day],
    _ context: CommandContext
  ) -> [Day: Record] {
    guard !options.json else { return [:] }
    let years = Set(days.map(\.year)).map { ($0, context.document(of: habit, year: $0)) }
    let documents = Dictionary(uniqueKeysWithValues: years)
    return Dictionary(
      uniqueKeysWithValues: days.map { ($0, documents[$0.year]??.record(on: $0) ?? Record()) }
    )
  }
}
