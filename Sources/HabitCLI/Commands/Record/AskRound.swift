internal import HabitApp
internal import HabitCore
internal import HabitScore
internal import Posix

/// The questions of ``Ask`` with the way back to those that were answered.
///
/// Every answer is committed before the next question, so that an end at any point loses nothing. The
/// commits carry the number of the round, by which they are one step to `undo`.
struct AskRound {
  /// A day of a habit.
  struct Question {
    let board: HabitBoard
    let day: Day
    /// What the questions around it have in common; nil where nothing is said of it.
    var group: String?

    var habit: Habit { board.habit }

    func isSame(as other: Question) -> Bool { habit.id == other.habit.id && day == other.day }
  }

  /// What was asked about, answered or not.
  private(set) var asked: [Question] = []
  /// What was recorded for, and by which commit, the latest last: a note and a number of one question
  /// are two.
  private var recorded: [(question: Question, commit: String?)] = []

  private let session: Session
  private let write: WriteOptions
  private let outlook: StreakOutlook
  private var line: AskLine
  /// Whether each answer is one line.
  private let isBrief: Bool

  init(_ session: Session, _ write: WriteOptions, _ outlook: StreakOutlook) {
    var session = session
    session.round = session.app.drawNumber()
    self.session = session
    self.write = write
    self.outlook = outlook
    line = AskLine(session)
    isBrief = session.world.terminal.isInteractive
  }

  private var text: AskText { AskText(style: session.style) }

  /// What comes after a question.
  private enum Outcome {
    case next, previous
    /// A question that was answered before, in this round or an earlier one.
    case back(to: Question)
    case quit
  }

  /// Asks until each question is dealt with; false when nothing more is to be asked.
  mutating func ask(_ questions: [Question]) throws -> Bool {
    let first = asked.count
    var shown: (day: Day?, group: String?)
    var place = 0
    while place < questions.count {
      let question = questions[place]
      if first + place == asked.count { asked.append(question) }
      if shown.day != question.day {
        shown = (question.day, nil)
        let isToday = question.day == question.board.today
        try session.print(text.heading(of: question.day, isToday ? outlook : nil))
      }
      if let group = question.group, shown.group != group {
        shown.group = group
        try session.print(text.heading(of: group))
      }
      switch try ask(question, "\(place + 1)/\(questions.count)") {
      case .quit: return false
      case .back(let former): place = questions.firstIndex { $0.isSame(as: former) } ?? place
      case .previous: place = max(0, place - 1)
      case .next: place += 1
      }
    }
    return true
  }

  /// Asks until a habit is dealt with, or the question before it is to be asked again.
  private mutating func ask(_ question: Question, _ position: String) throws -> Outcome {
    while true {
      do {
        let record = try session.context().record(of: question.habit, on: question.day)
        let words = text.question(of: question.board, record, on: question.day, at: position)
        let unit = question.habit.goal.value(on: question.day).unit
        let reply = try line.reply(to: words, counting: unit)
        try line.clear()
        switch reply {
        case nil, .quit: return .quit
        case .nothing: continue
        case .later:
          if isBrief {
            try session.print(
              text.answer([Table.Cell("\(words.name): later", .quiet)], at: position)
            )
          }
          return .next
        case .back: return .previous
        case .help:
          for line in session.style.folded(AskReply.keys, by: "    ") { try session.say(line) }
        case .undo: return .back(to: try takeBack(orOf: question))
        case .decline:
          if let action = try session.action(
            declining: question.habit,
            on: question.day,
            in: session.context()
          ) {
            try self.record(action, of: question, position)
          }
          return .next
        case .record(let action):
          try self.record(action, of: question, position)
          if AskReply.settles(action) { return .next }
        }
      } catch {
        // A mistyped answer loses nothing: the question is asked again. A failure of the disk ends it.
        let error = Diagnosis(any: error)
        guard [.usage, .noInput].contains(error.status) else { throw error }
        try line.clear()
        try session.say(error.text.trimmed)
      }
    }
  }

  private mutating func record(
    _ action: RecordAction,
    of question: Question,
    _ position: String
  ) throws {
    let screen = try session.recording(
      action,
      of: [question.habit],
      on: question.day,
      in: session.context(),
      write,
      "as it was"
    )
    guard let screen else { return }
    if isBrief {
      let (cells, news) = screen.answer
      try session.print([text.answer(cells, at: position)] + news.map { "      \($0)" })
    } else {
      try session.show(screen)
    }
    if screen.isChange { recorded.append((question, session.lastCommit)) }
  }

  /// Takes back the latest answer, or what was recorded before of what is asked about now, and tells
  /// what to ask again.
  private mutating func takeBack(orOf current: Question) throws -> Question {
    let (question, commit) = recorded.last ?? (current, nil)
    try session.takeBack(
      .undo,
      of: question.habit,
      on: question.day,
      commit: commit,
      in: session.context(),
      write
    )
    return recorded.popLast()?.question ?? current
  }
}

extension Session {
  /// What records that nothing was done; nil if something was recorded, which stays.
  func action(
    declining habit: Habit,
    on day: Day,
    in context: CommandContext
  ) throws -> RecordAction? {
    guard !habit.isBreaking else {
      throw Diagnosis(.usage, "how many were there?", hint: "y for none, or a number")
    }
    return context.record(of: habit, on: day).progress == nil ? .set(.zero) : nil
  }

  /// The answer to a question that one key answers; a line without a terminal.
  func key(_ question: String) throws -> String? {
    guard world.terminal.isInteractive else {
      let line = try ask(question)
      try say("")
      return line
    }
    try prompt(question)
    let key = try world.readKey()
    let echo = key?.first.map { $0.isLetter || $0.isNumber || $0 == "?" ? "\($0)" : "" }
    try say(echo ?? "")
    return key
  }
}
