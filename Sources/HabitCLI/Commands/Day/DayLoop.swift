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
  private var session: Session
  private let talk: Talk
  private let write: WriteOptions
  private let tags: TagOption

  private var day: Day
  private var selected: HabitID?
  private var showsAll = false
  private var pane: DayKey.Pane?
  private var message: [String] = []
  /// The commits by which days were done here, to be taken back by the same key.
  private var done: [String: String] = [:]

  /// What was said since it was last taken.
  private final class Talk: Sendable {
    private let text = Mutex("")

    func add(_ more: String) { text.withLock { $0 += more } }

    func take() -> [String] {
      text.withLock { text in
        defer { text = "" }
        return text.split(separator: "\n").map(String.init)
      }
    }
  }

  init(_ session: Session, _ write: WriteOptions, _ tags: TagOption, _ day: Day) {
    world = session.world
    (self.write, self.tags, self.day) = (write, tags, day)
    let talk = Talk()
    self.talk = talk
    let quiet = session.world.withoutTerminal.writing { _, text in talk.add(text) }
    self.session = Session(world: quiet, options: session.options)
  }

  /// The style of the screen as large as it is now.
  private var style: Style { Style(in: world.measured, session.options) }

  /// Shows the day, and does what a key means; false at the end.
  mutating func step() throws -> Bool {
    let context = try session.context()
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: context.today)
    let view = view(of: board, reading, context)
    if !view.habits.contains(where: { $0.habit.id == selected }) {
      selected = view.habits.first?.habit.id
    }
    let frame = view.frame(selecting: selected)
    try world.write(.output, FullScreen.text(of: frame))
    guard let key = try world.readKey() else { return false }
    // The screen has another size.
    guard !key.isEmpty else { return true }
    let place = view.habits.firstIndex { $0.habit.id == selected } ?? 0
    if case .quit = DayKey(key) { return false }
    do {
      message = []
      try act(on: DayKey(key), view, place, context)
      message = talk.take() + message
    } catch {
      let error = Diagnosis(any: error)
      _ = talk.take()
      message = error.text.trimmed.split(separator: "\n").map(String.init)
    }
    return true
  }

  private func view(
    of board: Scoreboard,
    _ reading: Reading,
    _ context: CommandContext
  ) -> DayView {
    let screen = TodayScreen(
      board: board,
      broken: reading.broken,
      user: context.user,
      name: context.profile.name,
      plan: DayPlan(of: board, on: day) { tags.includes($0.habit) },
      style: style
    )
    return DayView(
      screen: screen,
      showsAll: showsAll,
      message: message,
      lower: lower(board, context),
      columns: world.measured.terminal.columns ?? 80
    )
  }

  /// What stands below the habits.
  private func lower(_ board: Scoreboard, _ context: CommandContext) -> [String] {
    let habit = selected.flatMap { board.habits[$0] }
    switch pane {
    case nil:
      return board.habits.inListOrder.flatMap { board -> [String] in
        guard let note = context.record(of: board.habit, on: day).note else { return [] }
        return "\(board.habit.name.text): \(note)".terminalSafe.wrapped(to: style.columns)
      }
    case .keys: return style.folded(DayKey.words, by: "   ")
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
      let commits = attempt { try context.commits(writing: habit.habit.id, on: day) } ?? []
      return WhyHabitScreen(
        why: why,
        record: context.record(of: habit.habit, on: day),
        commits: commits,
        today: board.today,
        style: style
      ).lines
    }
  }

  // MARK: Keys

  private mutating func act(
    on key: DayKey,
    _ view: DayView,
    _ place: Int,
    _ context: CommandContext
  ) throws {
    let habits = view.habits
    switch key {
    case .move(let step): selected = habits[at: place + step]?.habit.id ?? selected
    case .pane(let wanted): pane = pane == wanted ? nil : wanted
    case .takeBack(let direction):
      try session.takeBack(direction, of: nil, on: nil, in: context, write)
    case .earlier: day = day.advanced(by: -1)
    case .later:
      guard day < context.today else { throw Diagnosis(.usage, "the day has not come") }
      day = day.advanced(by: 1)
    case .today: day = context.today
    case .all: showsAll.toggle()
    case .find: try find(among: habits, view.screen.board)
    case .suspend: FullScreen.suspend()
    case .done: if let board = habits[at: place] { try tick(board, context) }
    case .answer(let key): if let board = habits[at: place] { try answer(key, board, context) }
    case .quit: break
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
    switch try AskReply(key, of: name, counting: unit, typing: typed) {
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
    message = [cells.map(\.text).joined(separator: "  ")] + news
  }

  /// Selects the first habit whose name has some text.
  private mutating func find(among shown: [HabitBoard], _ board: Scoreboard) throws {
    guard let text = try typed("find: ")?.trimmed, !text.isEmpty else { return }
    let known = shown + board.habits.inListOrder.filter { $0.habit.isActive(on: day) }
    guard let found = known.first(where: { $0.habit.name.text.searchKey.contains(text.searchKey) })
    else { throw Diagnosis(.usage, "no habit of this day has \"\(text)\" in its name") }
    selected = found.habit.id
    if !shown.contains(where: { $0.habit.id == selected }) { showsAll = true }
  }

  /// A line that is typed on the last line of the screen, behind a prompt.
  private func typed(_ prompt: String) throws -> String? {
    let style = style
    let text = prompt.terminalSafe.cut(to: style.columns - 12, ellipsis: style.glyphs.ellipsis)
    try world.write(.output, FullScreen.prompt(text, height: style.lines ?? 24))
    return try world.readLine()
  }
}

extension [HabitBoard] {
  fileprivate subscript(at place: Int) -> HabitBoard? {
    indices.contains(place) ? self[place] : nil
  }
}
