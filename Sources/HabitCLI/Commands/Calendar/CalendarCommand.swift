internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore

/// `habit calendar`: a heat map of a year, or a month.
struct CalendarCommand: Subcommand {
  static let name = "calendar"
  static let abstract = "Show a year or a month as a map."

  @Argument(
    help: "The habit; the default is all. Or a period, such as 2026-03.",
    completion: .habits
  )
  var habit: String?

  @OptionGroup var range: RangeOptions

  @Option(parsing: .unconditional, help: "A calendar year, such as 2026.")
  var year: Int?

  @Option(help: "One month, such as 2026-03.")
  var month: String?

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let context = try session.context()
    let reading = context.read(.everything)
    try tags.check(reading, in: session)
    let weekStart = context.profile.weekStart
    let word = habit.flatMap { reading.isHabit($0) ? nil : Period(named: $0, weekStart: weekStart) }
    let (year, month) = (try yearPeriod, try monthPeriod)
    let said = [word, year, month].compactMap(\.self)
    guard said.count + (range.isGiven ? 1 : 0) < 2 else {
      throw Diagnosis(.usage, "a year, a month, and --from and --to exclude each other")
    }
    let usual = try range.days(today: context.today) { $0.advanced(by: -364) }
    let days = said.first?.days ?? usual
    let name = word == nil ? habit : nil
    let meant = try name.map { name in try session.habit(name, in: reading, on: context.today) }
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let habit = meant.flatMap { board.habits[$0.id] }
    let habits = board.habits.filter { meant == nil && tags.includes($0.habit) }
    let screen = CalendarScreen(
      days: days,
      weekStart: weekStart,
      scale: habit.map(HeatScale.one) ?? .all(habits),
      title: meant?.title ?? context.profile.name?.text ?? context.user.text,
      vacation: days.contains(context.today) ? board.vacationInWords : nil,
      grid: said.isEmpty || days.lowerBound.distance(to: days.upperBound) > 30 ? .year : .month,
      style: session.style
    )
    try session.show(screen)
    try session.conclude(reading)
  }

  private var monthPeriod: Period? {
    get throws {
      guard let month else { return nil }
      guard let period = Period(.month, named: month) else {
        throw Diagnosis(.usage, "\"\(month)\" is not a month", hint: "a month is 2026-03")
      }
      return period
    }
  }

  private var yearPeriod: Period? {
    get throws {
      guard let year else { return nil }
      // Two digits are refused: a year of this century is meant.
      guard let period = Period(.year, named: "\(year)") else {
        throw Diagnosis(.usage, "\(year) is not a year", hint: "a year has four digits, as 2026")
      }
      return period
    }
  }
}
