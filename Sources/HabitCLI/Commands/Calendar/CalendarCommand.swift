internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit calendar`: a heat map of a year, or a month.
struct CalendarCommand: Subcommand {
  static let name = "calendar"
  static let abstract = "Show a year or a month as a map."
  static let json = JSONOutput("A list of days.", CalendarScreen.shape)

  @Argument(
    help: "The habit; the default is all. Or a period, such as march.",
    completion: .habits
  )
  var words: [String] = []

  @OptionGroup var range: RangeOptions
  @OptionGroup var periods: PeriodOptions
  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let context = try session.context()
    let reading = context.read(.everything)
    try tags.check(reading, in: session)
    var names = words
    let period = try periods.days(orBehind: &names, besides: range, of: reading, in: context)
    let usual = try range.days(today: context.today) { $0.advanced(by: -364) }
    let days = period ?? usual
    let meant = try session.onlyHabit(names, in: reading, on: context.today)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let habit = meant.flatMap { board.habits[$0.id] }
    let habits = board.habits.filter { meant == nil && tags.includes($0.habit) }
    let screen = CalendarScreen(
      days: days,
      weekStart: context.profile.weekStart,
      scale: habit.map(HeatScale.one) ?? .all(habits),
      title: meant?.title ?? context.profile.name?.text ?? context.user.text,
      vacation: days.contains(context.today) ? board.vacationInWords : nil,
      grid: period == nil || days.lowerBound.distance(to: days.upperBound) > 30 ? .year : .month,
      style: session.style
    )
    try session.show(screen)
    try session.conclude(reading)
  }
}
