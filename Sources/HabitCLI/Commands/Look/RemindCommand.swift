internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore
internal import Posix

/// `habit remind`: what wants to be done now.
struct RemindCommand: Subcommand {
  static let name = "remind"
  static let abstract = "Show reminders, or put them into a calendar or a timer."
  static let json = JSONOutput("What to remind of now.", RemindScreen.shape)

  @Flag(help: "Print an iCalendar file with an event and an alarm for each reminder.")
  var ics = false

  @Flag(help: "Print a service and a timer for systemd(1).")
  var systemd = false

  @Flag(help: "With --systemd, write the two files into ~/.config/systemd/user.")
  var install = false

  @Option(
    parsing: .unconditional,
    help: .of("command", "With --systemd, a command that reads what is due.")
  )
  var run: String?

  @OptionGroup var tags: TagOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    guard [ics, systemd, options.json].count(where: \.self) < 2 else {
      throw Diagnosis(.usage, "--ics, --systemd and --json exclude each other")
    }
    guard systemd || !install else {
      throw Diagnosis(.usage, "--install needs --systemd", hint: "habit remind --systemd --install")
    }
    guard systemd || run == nil else {
      throw Diagnosis(.usage, "--run needs --systemd", hint: "habit remind --systemd --run COMMAND")
    }
    let context = try session.context()
    let reading = context.read(.everything)
    try tags.check(reading, in: session)
    let boards = Scoreboard(of: reading.tracker, on: context.today).listed.filter {
      tags.includes($0.habit)
    }
    if ics {
      try session.write(text: session.app.calendar(of: boards, in: context).text)
    } else if systemd {
      try units(boards, context, session)
    } else {
      try show(boards, context, session)
    }
    try session.conclude(reading)
  }

  private func show(_ boards: [HabitBoard], _ context: CommandContext, _ session: Session) throws {
    let due = Reminders(
      of: boards,
      profile: context.profile,
      at: context.clock.local,
      today: context.today
    )
    try session.show(RemindScreen(due: due, today: context.today))
    // A timer stays silent.
    if session.world.terminal.showsOutput,
      let line = context.profile.vacationLine(on: context.today)
    {
      try session.say(line)
    }
  }

  private func units(_ boards: [HabitBoard], _ context: CommandContext, _ session: Session) throws {
    guard let units = session.app.systemdUnits(of: boards, running: run, in: context) else {
      throw Diagnosis(
        .configuration,
        "no habit has a time to remind at",
        hint: "habit edit HABIT --remind 09:00"
      )
    }
    guard install else {
      return try session.write(
        text: "# \(SystemdUnits.serviceName)\n\(units.service)\n# \(SystemdUnits.timerName)\n"
          + units.timer
      )
    }
    guard let folder = try session.app.install(units) else {
      throw Diagnosis(.configuration, "HOME is not set")
    }
    try session.print("wrote \(folder)/\(SystemdUnits.timerName) and its service")
    try session.say("start it with: systemctl --user enable --now \(SystemdUnits.timerName)")
  }
}

/// What wants to be done now.
struct RemindScreen: Screen {
  let due: Reminders
  let today: Day

  /// A line for each habit whose time has come, then the plan and what is still open.
  var lines: [String] {
    due.habits.map { "\($0.time.hoursAndMinutes)  \(line(of: $0.board))" }
      + list(due.plan, behind: "today:") + list(due.evening, behind: "still open:")
  }

  private func line(of board: HabitBoard) -> String {
    let progress = board.progress(on: today) ?? .zero
    return "\(board.habit.title) \(progress)/\(board.goal(on: today))".terminalSafe
  }

  private func list(_ boards: [HabitBoard], behind label: String) -> [String] {
    let names = boards.map(\.habit.name.text.terminalSafe).joined(separator: ", ")
    return boards.isEmpty ? [] : ["\(label) \(names)"]
  }

  static let shape = Shape<RemindScreen>.object([
    Member("habits", .list(habit), "The habits to remind of.") { $0.due.habits },
    Member("plan", .ids, "What the day asks for, when it is time to say so.") {
      $0.due.plan.map(\.habit.id.text)
    },
    Member("evening", .ids, "What is still open, when it is time to say so.") {
      $0.due.evening.map(\.habit.id.text)
    },
  ])

  private static let habit = Shape<Reminders.Due>.object([
    .named { $0.board.habit }, Member("time", .time, "When to remind.") { $0.time },
  ])
}
