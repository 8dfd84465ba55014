internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import HabitStore
internal import Posix

/// `habit ask`: what is still open, one question each.
struct Ask: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Go through what is still open, one question each."
  )

  @OptionGroup var day: DayOption

  @Flag(help: "Ask about the last seven days.")
  var week = false

  @OptionGroup var tags: TagOption
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    guard !options.json else {
      throw Diagnosis(.usage, "questions cannot be asked in JSON", hint: "habit today --json")
    }
    guard !week || day.on == nil else {
      throw Diagnosis(.usage, "--week and --on exclude each other")
    }
    let context = try session.context()
    let last = try day.pastDay(today: context.today)
    let reading = context.read(.everything)
    let boards = Scoreboard(of: reading.tracker, on: context.today).habits
    var isOpen = false
    for back in (0..<(week ? 7 : 1)).reversed() {
      let day = last.advanced(by: -back)
      let open = boards.filter {
        $0.habit.deleted == nil && tags.includes($0.habit) && $0.isOpen(on: day)
      }
      guard !open.isEmpty else { continue }
      isOpen = true
      try session.print(session.style.paint(day.long, .strong))
      for board in open {
        guard try ask(about: board.habit, on: day, session) else {
          return try session.conclude(reading)
        }
      }
    }
    if !isOpen { try session.print("Nothing is open.") }
    try session.conclude(reading)
  }

  /// Asks until the habit is dealt with; false when nothing more is to be asked.
  private func ask(about habit: Habit, on day: Day, _ session: Session) throws(Diagnosis) -> Bool {
    while true {
      guard let text = try session.answer(question(habit, day, try session.context())) else {
        return false
      }
      do throws(Diagnosis) {
        switch try AskReply(text, counting: habit.goal.value(on: day).unit) {
        case .leave: return true
        case .quit: return false
        case .help: for line in AskReply.keys { try session.say(line) }
        case .undo:
          let context = try session.context()
          try session.takeBack(.undo, of: habit.id.text, on: day, in: context, write)
        case .record(let action):
          try record(action, of: habit, on: day, session)
          if AskReply.settles(action) { return true }
        }
      } catch {
        // A mistyped answer loses nothing: the question is asked again. A failure of the disk ends it.
        guard [.usage, .noInput].contains(error.status) else { throw error }
        try session.say(error.text.trimmed)
      }
    }
  }

  private func question(_ habit: Habit, _ day: Day, _ context: CommandContext) -> String {
    let record = context.record(of: habit, on: day)
    let progress = record.progress ?? .zero
    return "  \(habit.name) \(progress)/\(habit.goal.value(on: day)) ?"
  }

  private func record(
    _ action: RecordAction,
    of habit: Habit,
    on day: Day,
    _ session: Session
  ) throws(Diagnosis) {
    try session.record(
      action,
      of: [habit.id.text],
      on: day,
      in: session.context(),
      write,
      unchanged: "as it was"
    )
  }
}

extension HabitBoard {
  /// Whether something is left to do on a day, or was; a limit that was passed leaves nothing.
  fileprivate func isOpen(on day: Day) -> Bool {
    [.open, .missed].contains(state(on: day)) && excess(on: day) == nil
  }
}

extension Session {
  /// The answer to a question: a key of the terminal and what is typed behind it, else a line.
  fileprivate func answer(_ question: String) throws(Diagnosis) -> String? {
    guard world.terminal.isInteractive else {
      guard let line = try ask(question) else { return nil }
      try say("")
      return line
    }
    try prompt("\(question) [y n + s t r u q ?]")
    let key: String?
    do {
      key = try world.readKey()
    } catch {
      throw Diagnosis(error)
    }
    guard let key, let first = key.first else {
      try say("")
      return nil
    }
    if let more = AskReply.openEnded[first] {
      try say("")
      return try ask("    \(more)").map { "\(first) \($0)" }
    }
    guard first.isNumber else {
      try say(first.isLetter || first == "?" ? "\(first)" : "")
      return first.isNewline || first == " " ? "" : key
    }
    // A number may have more digits than the key that began it.
    try prompt("\(first)", behind: "")
    do {
      return try world.readLine().map { "\(first)\($0)" }
    } catch {
      throw Diagnosis(error)
    }
  }
}
