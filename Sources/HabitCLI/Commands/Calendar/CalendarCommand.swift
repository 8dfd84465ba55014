internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit calendar`: a heat map of a year, or a month.
struct CalendarCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Show a year or a month as a map."
  )

  @Argument(help: "The habit; the default is all. Or a year, or a month.", completion: .habits)
  var habit: String?

  @OptionGroup var range: RangeOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A calendar year, such as 2026.")
  )
  var year: Int?

  @Option(help: ArgumentHelp("One month, such as 2026-03.", valueName: "month"))
  var month: String?

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    let reading = context.read(.everything)
    // A year or a month in the place of a habit.
    let word = habit.flatMap { reading.isHabit($0) ? nil : $0 }
    let (wordMonth, wordYear) = (
      word.flatMap { Day($0 + "-01") == nil ? nil : $0 },
      word.flatMap { $0.utf8.count == 4 ? Int($0) : nil }
    )
    let periods = [year != nil, month != nil, range.isGiven, wordMonth != nil, wordYear != nil]
    guard periods.count(where: \.self) < 2 else {
      throw Diagnosis(.usage, "a year, a month, and --from and --to exclude each other")
    }
    let (year, month) = (year ?? wordYear, month ?? wordMonth)
    let days = try days(of: year, month, today: context.today)
    let name = wordMonth == nil && wordYear == nil ? habit : nil
    let meant = try name.map { (name) throws(Diagnosis) in try session.habit(name, in: reading) }
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let habits = board.habits.filter { board in
      tags.includes(board.habit) && (meant.map { $0.id == board.habit.id } ?? true)
    }
    let screen = CalendarScreen(
      of: days,
      weeksBeginning: context.profile.weekStart,
      scale: HeatScale(of: habits),
      title: meant?.name.text ?? context.profile.name?.text ?? context.user.text,
      as: month == nil ? .year : .month,
      in: session.style
    )
    try session.show(screen)
    try session.conclude(reading)
  }

  private func days(
    of year: Int?,
    _ month: String?,
    today: Day
  ) throws(Diagnosis) -> ClosedRange<Day> {
    if let month {
      guard let first = Day(month + "-01") else {
        throw Diagnosis(.usage, "\"\(month)\" is not a month", hint: "a month is 2026-03")
      }
      return first...first.endOfMonth
    }
    guard let year else { return try range.days(today: today) { $0.advanced(by: -364) } }
    // Two digits are refused: a year of this century is meant.
    guard year >= 1_000, let first = Day(year: year, month: 1, day: 1),
      let last = Day(year: year, month: 12, day: 31)
    else {
      throw Diagnosis(.usage, "\(year) is not a year", hint: "a year has four digits, as 2026")
    }
    return first...last
  }
}
