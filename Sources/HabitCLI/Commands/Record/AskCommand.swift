internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import Posix

/// `habit ask`: the whole of a day, one question each.
struct AskCommand: Subcommand {
  static let name = "ask"
  static let abstract = "Ask about each habit of a day, one by one."

  @Argument(help: "The habits; the default is all.", completion: .habitsThenDates)
  var habits: [String] = []

  @OptionGroup var day: DayOption

  @Flag(help: "Ask only about what is due.")
  var due = false

  @Flag(help: "Ask about the last seven days, the earliest first.")
  var week = false

  @OptionGroup var tags: TagOption
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    guard !options.json else {
      throw Diagnosis(.usage, "questions cannot be asked in JSON", hint: "habit today --json")
    }
    let context = try session.context()
    var names = habits
    let last = try session.pastDay(day, orBehind: &names, keeping: 0, in: context)
    guard !week || (day.on == nil && names == habits) else {
      throw Diagnosis(.usage, "--week and a day exclude each other")
    }
    let reading = context.read(.everything)
    try tags.check(reading, in: session)
    guard week || names.last?.lowercased() != "week" || reading.isHabit("week") else {
      throw Diagnosis(.usage, "\"week\" is not a day", hint: "habit ask --week")
    }
    let meant = try Set(
      names.map { name in try session.habit(name, in: reading, on: context.today).id }
    )
    let before = Scoreboard(of: reading.tracker, on: context.today)
    let boards = before.habits.inListOrder.filter {
      $0.habit.deleted == nil && tags.includes($0.habit)
        && (meant.isEmpty || meant.contains($0.habit.id))
    }
    var round = AskRound(session, write, before.outlook)
    let first = last.advanced(by: week ? 1 - AskCommand.daysOfWeek : 0)
    var open = questions(of: boards, in: first...last) { $0.isOpen(on: $1) }
    let others =
      due && meant.isEmpty
      ? []
      : boards.filter { board in
        (!meant.isEmpty || board.isActive(on: last))
          && !open.contains { $0.habit.id == board.habit.id && $0.day == last }
      }
    let rest = others.rest(on: last, isNamed: !meant.isEmpty).filter { question in
      !meant.isEmpty || context.record(of: question.habit, on: last).skip == nil
    }
    if (open + rest).isEmpty {
      let away = last == context.today ? before.vacationInWords : nil
      try session.print("Nothing is open\(away.map { ": you are \($0)" } ?? "").")
    }
    let goesOn = try round.ask(open + rest)
    // An answer to a question that was not expected would be one to another.
    if goesOn, !week, last == context.today, names.isEmpty, session.world.terminal.isInteractive {
      let past = last.advanced(by: 1 - AskCommand.daysOfWeek)...last.advanced(by: -1)
      let forgotten = questions(of: boards, in: past) { $0.isForgotten(on: $1) }
      let isWanted = try forgotten.isEmpty ? false : session.wants(forgotten)
      if isWanted {
        open += forgotten
        _ = try round.ask(forgotten)
      }
    }
    if !round.asked.isEmpty { try session.print(closing(open, rest, before, session)) }
    try session.conclude(reading)
  }

  /// How far forgotten days are looked for, and what a week has.
  private static let daysOfWeek = 7

  /// The days of habits that fit, the earliest first.
  private func questions(
    of boards: [HabitBoard],
    in days: ClosedRange<Day>,
    _ isMeant: (HabitBoard, Day) -> Bool
  ) -> [AskRound.Question] {
    days.all.flatMap { day in
      HabitGroup.all(of: boards.filter { isMeant($0, day) }).flatMap { group in
        group.habits.map { AskRound.Question(board: $0, day: day, group: group.name) }
      }
    }
  }

  /// What was done of what was open, and what that earned.
  private func closing(
    _ open: [AskRound.Question],
    _ rest: [AskRound.Question],
    _ before: Scoreboard,
    _ session: Session
  ) throws -> [String] {
    let context = try session.context()
    let after = Scoreboard(of: context.read(.everything).tracker, on: context.today)
    return AskText(style: session.style).closing(
      of: open.map { ($0.habit.id, $0.day) },
      and: rest.map { ($0.habit.id, $0.day) },
      before: before,
      after: after
    )
  }
}

extension [HabitBoard] {
  /// Those that are not open on a day: the ones that can wait, the most urgent first, those that are
  /// never due, and what is free; those without a record unless they were named.
  fileprivate func rest(on day: Day, isNamed: Bool) -> [AskRound.Question] {
    let sorted = mostUrgentFirst(on: day).filter { isNamed || $0.progress(on: day) == nil }
    return AskRound.Rest.allCases.flatMap { rest in
      sorted.filter { AskRound.Rest($0.urgency(on: day)) == rest }.map {
        AskRound.Question(board: $0, day: day, group: rest == .settled ? nil : rest.rawValue)
      }
    }
  }
}

extension AskRound {
  /// Why a habit is asked about though it is not open, in the order of questions.
  fileprivate enum Rest: String, CaseIterable {
    case settled
    case canWait = "can wait"
    case anyTime = "any time"
    case free = "not due"

    init(_ urgency: Urgency) {
      switch urgency {
      case .canWait, .late: self = .canWait
      case .anyTime: self = .anyTime
      case .free: self = .free
      case .open, .done, .skipped: self = .settled
      }
    }
  }
}

extension HabitBoard {
  /// Whether something is left to do on a day, or was; a limit that was passed leaves nothing, nor
  /// does an answer that nothing was done.
  fileprivate func isOpen(on day: Day) -> Bool {
    ([.open, .missed].contains(state(on: day)) || lateDays(on: day) != nil)
      && excess(on: day) == nil
      && progress(on: day) != .zero
  }

  /// Whether a past day was missed, and nothing was said of it.
  fileprivate func isForgotten(on day: Day) -> Bool {
    state(on: day) == .missed && progress(on: day) == nil
  }
}

extension Session {
  /// Whether the user wants to be asked about days that were forgotten.
  fileprivate func wants(_ forgotten: [AskRound.Question]) throws -> Bool {
    let days = Set(forgotten.map(\.day)).count
    let first = "\(forgotten[0].day.dayOfMonth) \(forgotten[0].day.monthName)"
    let what = "\(counted(forgotten.count, "question")) of \(counted(days, "forgotten day"))"
    let answer = try key("\(what) since \(first): go through them? [y/N]")
    return ["y", "yes"].contains(answer?.lowercased())
  }
}
