internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit vacation`: days on which nothing is due.
struct VacationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vacation",
    abstract: "Go on vacation, come back, or list vacations.",
    subcommands: [VacationStart.self, VacationEnd.self, VacationList.self],
    defaultSubcommand: VacationList.self
  )
}

/// `habit vacation start`: nothing is due from a day on.
struct VacationStart: DecidingCommand {
  static let name = "start"
  static let abstract = "Begin a vacation."
  static let json = JSONOutput("What changed, and the effect.", DefinitionScreen.shape)

  @Argument(help: "The first day, and the last, such as friday sunday.", completion: .dates)
  var days: [String] = []

  @OptionGroup var from: RestFromOption

  @Option(date: "The last day; without this option the vacation has no end.")
  var to: String?

  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    let habits = context.read(.definitions).tracker.habits.map(\.habit)
    guard days.count < 3, days.isEmpty || from.from == nil, days.count < 2 || to == nil else {
      throw Diagnosis(
        .usage,
        "a vacation has one first day, and one last",
        hint: "as in: habit vacation start friday sunday"
      )
    }
    let first = try (days.first ?? from.from).map { text in
      try DateArgument.dayToCome(text, today: context.today)
    }
    let start = first ?? context.firstDayOff(of: habits.filter { $0.deleted == nil })
    let last = days.count > 1 ? days[1] : to
    let end = try last.map { text in
      try DateArgument.dayToCome(text, today: context.today, from: start)
    }
    try session.define(.profile(.startVacation(from: start, to: end)), in: context)
  }
}

/// `habit vacation end`: back.
struct VacationEnd: DecidingCommand {
  static let name = "end"
  static let abstract = "End a vacation."
  static let json = JSONOutput("What changed, and the effect.", DefinitionScreen.shape)

  @OptionGroup var from: FromOption
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    let day = try from.day(today: context.today)
    try session.define(.profile(.endVacation(on: day)), in: context)
  }
}

/// `habit vacation list`: all of them.
struct VacationList: Subcommand {
  static let name = "list"
  static let abstract = "List vacations, the latest first."
  static let json = JSONOutput("A list, the latest first.", shape)

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let context = try session.context()
    let spans = Array(context.profile.vacations.reversed())
    guard !options.json else { return try session.print(spans, as: VacationList.shape) }
    if spans.isEmpty { try session.print("No vacation. Begin one: habit vacation start") }
    for span in spans {
      try session.print(span.inWords + (span.contains(context.today) ? "  (now)" : ""))
    }
  }

  static let shape = Shape<[DaySpan]>.list(
    .object([
      Member("start", .date, "The first day.") { $0.start },
      Member("end", orNull: .date, "The last day; null until further notice.") { $0.end },
    ])
  )
}
