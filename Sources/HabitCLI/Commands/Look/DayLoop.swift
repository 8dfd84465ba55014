internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore
internal import Posix
internal import Synchronization

/// The keys of `habit day`, one after the other.
///
/// Each change is committed before the next key is read, as by its own command; before each key the
/// files are read again, so that what others wrote appears.
struct DayLoop {
  /// The terminal, and what is read from it.
  private let world: World
  /// Runs commands; what they say becomes the message.
  private let session: Session
  private let talk = Talk()
  private let write: WriteOptions
  private let tags: TagOption

  private var day: Day
  private var selected: HabitID?
  private var showsAll = false
  private var pane: Pane?
  private var message = ""
  private var view: DayView?
  /// The commits by which days were done here, to be taken back by the same key.
  private var done: [String: String] = [:]

  /// What the lower half shows when it shows more than notes, by the key that opens and closes it.
  private enum Pane: String { case month = "m", whyDay = "w", whyStreak = "W", keys = "?" }

  /// What was said since it was last taken.
  private final class Talk: Sendable {
    private let text = Mutex("")

    func add(_ more: String) { text.withLock { $0 += more } }

    func take() -> String {
      text.withLock { text in
        defer { text = "" }
        return text
      }
    }
  }

  init(_ session: Session, _ write: WriteOptions, _ tags: TagOption, _ day: Day) {
    (self.write, self.tags, self.day) = (write, tags, day)
    let environment = session.world.environment.filter { $0.key != "COLUMNS" }
    world = session.world.with(environment: environment)
    let nobody = Terminal(showsOutput: false, isInteractive: false, columns: nil)
    let quiet = world.with(terminal: nobody).writing { [talk] _, text in talk.add(text) }
    self.session = Session(world: quiet, options: session.options)
  }

  /// Shows the day, and does what a key means; false at the end.
  mutating func step() throws -> Bool {
    do {
      view = try look()
    } catch {
      guard view != nil else { throw error }
      view?.message = Diagnosis(any: error).text
    }
    guard let view else { return false }
    try world.write(.output, view.frame())
    let key = try world.readKey()
    guard let key, !["q", "\u{1B}", "\u{4}"].contains(key) else { return false }
    // The screen has another size, or came back.
    guard !key.isEmpty else { return true }
    do {
      message = ""
      try act(on: key, view)
      message = talk.take() + message
    } catch {
      _ = talk.take()
      message = Diagnosis(any: error).text
    }
    return true
  }

  /// The day as the files have it now.
  private mutating func look() throws -> DayView {
    let context = try session.context()
    let measured = world.with(terminal: .live)
    let screen = context.screen(
      of: context.read(.everything),
      on: day,
      in: Style(in: measured, session.options)
    ) { tags.includes($0.habit) }
    var view = DayView(
      screen: screen,
      showsAll: showsAll,
      columns: measured.terminal.columns ?? 80,
      message: talk.take() + message
    )
    let isThere = view.habits.contains { $0.habit.id == selected }
    if !isThere { selected = view.habits.first?.habit.id }
    view.selected = selected
    view.lower = lower(screen, context)
    return view
  }

  /// What stands below the habits.
  private func lower(_ screen: TodayScreen, _ context: CommandContext) -> [String] {
    let (board, style) = (screen.board, screen.style)
    let habit = selected.flatMap { board.habits[$0] }
    switch pane {
    case nil:
      return board.habits.inListOrder.flatMap { board -> [String] in
        guard let note = context.record(of: board.habit, on: day).note else { return [] }
        return "\(board.habit.name.text): \(note)".terminalSafe.wrapped(to: style.columns)
      }
    case .keys: return style.folded(DayLoop.words, by: "   ")
    case .whyStreak:
      return WhyStreakScreen(
        board: board,
        why: StreakExplanation(of: board),
        whose: session.options.whose,
        style: style
      ).lines
    case .month:
      guard let habit else { return [] }
      return CalendarScreen(
        days: day.startOfMonth...min(day.endOfMonth, board.today),
        weekStart: context.profile.weekStart,
        scale: .one(habit),
        title: habit.habit.title,
        vacation: nil,
        grid: .month,
        style: style
      ).lines
    case .whyDay:
      guard let habit, let why = Explanation(of: habit.habit.id, on: day, in: board.habits) else {
        return []
      }
      return WhyHabitScreen(
        why: why,
        record: context.record(of: habit.habit, on: day),
        commits: attempt { try context.commits(writing: habit.habit.id, on: day) } ?? [],
        today: board.today,
        style: style
      ).lines
    }
  }

  // MARK: Keys

  /// The last line of the screen, the most wanted first.
  static let keys = [
    "? keys", "q end", "space done", "2 more", "s skip", "t note", "u undo", "h l day", "m month",
    "w why",
  ]

  /// All keys, for `?`.
  private static let words = [
    "j k, arrows: habit", "h l, arrows: day", "g: today", "space, enter: done; again takes it back",
    "3, +3: so much more", "=3: the total", "n: no", "s: skip", "t: note", "r: how hard",
    "u U: undo, redo", "m: month", "w: why this day", "W: why the streak", "/: find",
    "a: all habits, or what is due", "?: keys", "q, escape: end",
  ]

  /// Does what a key means; any that has no meaning of its own answers as in `habit ask`.
  ///
  /// Source: the arrows are CUU, CUD, CUF and CUB of ECMA-48, 8.3.19 to 8.3.22, as terminals send them.
  private mutating func act(on key: String, _ view: DayView) throws {
    let context = try session.context()
    // The key was meant for a day that is over.
    guard day != view.screen.board.today || day == context.today else {
      (day, message) = (context.today, "a new day has begun")
      return
    }
    let habits = view.habits
    let place = habits.firstIndex { $0.habit.id == selected } ?? 0
    switch key {
    case "k", "\u{1B}[A", "\u{1B}OA":
      selected = habits.prefix(place).last?.habit.id ?? selected
    case "j", "\u{1B}[B", "\u{1B}OB":
      selected = habits.dropFirst(place + 1).first?.habit.id ?? selected
    case "h", "\u{1B}[D", "\u{1B}OD":
      guard view.screen.board.habits.contains(where: { $0.habit.start < day }) else {
        throw Diagnosis(.usage, "no habit had begun")
      }
      day = day.advanced(by: -1)
    case "l", "\u{1B}[C", "\u{1B}OC":
      guard day < context.today else { throw Diagnosis(.usage, "the day has not come") }
      day = day.advanced(by: 1)
    case "g": day = context.today
    case "a": showsAll.toggle()
    case "/": try find(in: view)
    case "u", "U":
      done = [:]
      try session.takeBack(key == "u" ? .undo : .redo, of: nil, on: nil, in: context, write)
    case _ where Pane(rawValue: key) != nil:
      pane = pane?.rawValue == key ? nil : Pane(rawValue: key)
    case _ where habits.isEmpty: break
    case " ", "\n", "\r": try tick(habits[place], context)
    default: try answer(key, habits[place], context)
    }
  }

  /// Records that a habit was done, or takes that back.
  private mutating func tick(_ board: HabitBoard, _ context: CommandContext) throws {
    let tick = "\(board.habit.id) \(day)"
    if board.state(on: day) == .done && !board.habit.isBreaking || done[tick] != nil {
      let commit = done.removeValue(forKey: tick)
      try session.takeBack(.undo, of: board.habit, on: day, commit: commit, in: context, write)
    } else {
      try record(.done(at: nil, note: nil, difficulty: nil), board.habit, context)
      done[tick] = session.lastCommit
    }
  }

  private mutating func answer(
    _ key: String,
    _ board: HabitBoard,
    _ context: CommandContext
  ) throws {
    let (name, unit) = (board.habit.name.text, board.goal(on: day).unit)
    switch try AskReply(key, of: name, counting: unit, typing: { try typed($0) }) {
    case .record(let action): try record(action, board.habit, context)
    case .decline:
      if let action = try session.action(declining: board.habit, on: day, in: context) {
        try record(action, board.habit, context)
      }
    case nil, .later, .back, .quit, .help, .undo, .nothing: break
    }
  }

  private mutating func record(
    _ action: RecordAction,
    _ habit: Habit,
    _ context: CommandContext
  ) throws {
    let screen = try session.recording(
      action,
      of: [habit],
      on: day,
      in: context,
      write,
      "as it was"
    )
    guard let (cells, news) = screen?.answer else { return }
    message = ([cells.map(\.text).joined(separator: "  ")] + news).joined(separator: "\n")
  }

  /// Selects the first habit whose name has some text.
  private mutating func find(in view: DayView) throws {
    guard let text = try typed("find: ")?.trimmed, !text.isEmpty else { return }
    let others = view.screen.board.habits.inListOrder.filter { $0.habit.isActive(on: day) }
    guard
      let found = (view.habits + others).first(where: {
        $0.habit.name.text.searchKey.contains(text.searchKey)
      })
    else { throw Diagnosis(.usage, "no habit of this day has \"\(text)\" in its name") }
    selected = found.habit.id
    if !view.habits.contains(where: { $0.habit.id == selected }) { showsAll = true }
  }

  /// What is typed on the last line of the screen, behind a prompt; nil when it was not ended by enter.
  private mutating func typed(_ prompt: String) throws -> String? {
    var text = ""
    while true {
      try world.write(.output, look().frame(typing: prompt.terminalSafe + text))
      let key = try world.readKey()
      switch key {
      case nil, "\u{1B}": return nil
      case "\n", "\r": return text
      case "\u{7F}", "\u{8}": text = String(text.dropLast())
      case "\u{15}": text = ""
      case let key?: if key == key.terminalSafe { text += key }
      }
    }
  }
}
