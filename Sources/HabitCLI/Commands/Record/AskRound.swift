internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore
internal import Posix

/// The questions of ``Ask`` with the way back to those that were answered.
///
/// Every answer is committed before the next question, so that an end at any point loses nothing.
struct AskRound {
  /// A day of a habit.
  struct Question {
    let board: HabitBoard
    let day: Day

    var habit: Habit { board.habit }
  }

  /// What was asked about, answered or not.
  private(set) var asked: [Question] = []

  private let session: Session
  private let write: WriteOptions

  init(_ session: Session, _ write: WriteOptions) {
    self.session = session
    self.write = write
  }

  /// What comes after a question.
  private enum Turn {
    case next(isRecorded: Bool)
    case back, quit
  }

  /// Asks until each question is dealt with; false when nothing more is to be asked.
  mutating func ask(_ questions: [Question]) throws(Diagnosis) -> Bool {
    asked += questions
    var recorded: [Int] = []
    var shown: Day?
    var place = 0
    while place < questions.count {
      let question = questions[place]
      if shown != question.day {
        shown = question.day
        try session.print(session.style.paint(question.day.long, .strong))
      }
      let position = "\(place + 1)/\(questions.count)"
      switch try ask(question, position, recorded.last.map { questions[$0] }) {
      case .quit: return false
      case .back: place = recorded.removeLast()
      case .next(let isRecorded):
        if isRecorded { recorded.append(place) }
        place += 1
      }
    }
    return true
  }

  /// Asks until a habit is dealt with, or the question before it is to be asked again.
  private func ask(
    _ question: Question,
    _ position: String,
    _ former: Question?
  ) throws(Diagnosis) -> Turn {
    while true {
      guard let text = try session.answer("  \(position) \(words(of: question))") else {
        return .quit
      }
      do throws(Diagnosis) {
        let unit = question.habit.goal.value(on: question.day).unit
        switch try AskReply(text, counting: unit) {
        case .leave: return .next(isRecorded: false)
        case .quit: return .quit
        case .help: for line in AskReply.keys { try session.say(line) }
        case .undo:
          try takeBack(former ?? question)
          if former != nil { return .back }
        case .decline: return .next(isRecorded: try declines(question))
        case .record(let action):
          try record(action, of: question)
          if AskReply.settles(action) { return .next(isRecorded: true) }
        }
      } catch {
        // A mistyped answer loses nothing: the question is asked again. A failure of the disk ends it.
        guard [.usage, .noInput].contains(error.status) else { throw error }
        try session.say(error.text.trimmed)
      }
    }
  }

  /// The habit, what there is and what there is to be.
  private func words(of question: Question) throws(Diagnosis) -> String {
    let (board, day) = (question.board, question.day)
    let (aim, goal) = (DayAim(board, on: day), board.goal(on: day))
    let record = try session.context().record(of: board.habit, on: day)
    let others = aim.progress - (board.progress(on: day) ?? .zero)
    let progress = (record.progress ?? .zero) + (goal.isSum ? others : .zero)
    let asked = "\(progress)/\(goal.spelled(aim.amount))\(aim.span)"
    guard board.habit.isBreaking else { return "\(board.habit.name) \(asked) ?" }
    let there = record.progress == nil && !goal.isSum ? "not logged" : "\(progress)"
    return "\(board.habit.name) \(there), at most \(goal.spelled(aim.amount))\(aim.span) ?"
  }

  /// Records that nothing was done, if nothing was recorded; else what there is stays.
  private func declines(_ question: Question) throws(Diagnosis) -> Bool {
    guard !question.habit.isBreaking else {
      throw Diagnosis(.usage, "how many were there?", hint: "y for none, or a number")
    }
    let record = try session.context().record(of: question.habit, on: question.day)
    guard record.progress == nil else { return false }
    try self.record(.set(.zero), of: question)
    return true
  }

  private func record(_ action: RecordAction, of question: Question) throws(Diagnosis) {
    try session.record(
      action,
      of: [question.habit.id.text],
      on: question.day,
      in: session.context(),
      write,
      unchanged: "as it was"
    )
  }

  private func takeBack(_ question: Question) throws(Diagnosis) {
    let (name, context) = (question.habit.id.text, try session.context())
    try session.takeBack(.undo, of: name, on: question.day, in: context, write)
  }
}

extension Session {
  /// The answer to a question that one key answers; a line without a terminal.
  func key(_ question: String) throws(Diagnosis) -> String? {
    guard world.terminal.isInteractive else {
      let line = try ask(question)
      try say("")
      return line
    }
    try prompt(question)
    let key: String?
    do {
      key = try world.readKey()
    } catch {
      throw Diagnosis(error)
    }
    // A number goes on behind its first digit.
    guard key?.first?.isNumber != true else { return key }
    let echo = key?.first.map { $0.isLetter || $0 == "?" ? "\($0)" : "" }
    try say(echo ?? "")
    return key
  }

  /// The answer to a question: a key of the terminal and what is typed behind it, else a line.
  fileprivate func answer(_ question: String) throws(Diagnosis) -> String? {
    guard world.terminal.isInteractive else { return try key(question) }
    guard let key = try key("\(question) [y n + s l u q ?]"), let first = key.first else {
      return nil
    }
    if let more = AskReply.openEnded[first] {
      return try ask("    \(more)").map { "\(first) \($0)" }
    }
    guard first.isNumber else { return first.isNewline || first == " " ? "" : key }
    // A number may have more digits than the key that began it.
    try prompt("\(first)", behind: "")
    do {
      return try world.readLine().map { "\(first)\($0)" }
    } catch {
      throw Diagnosis(error)
    }
  }
}
