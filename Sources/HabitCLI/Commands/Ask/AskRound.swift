internal import HabitApp
internal import HabitCore
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

    func isSame(as other: Question) -> Bool { habit.id == other.habit.id && day == other.day }
  }

  /// What was asked about, answered or not.
  private(set) var asked: [Question] = []
  /// What was recorded for, the latest last: a note and a number of one question are two.
  private var recorded: [Question] = []

  private let session: Session
  private let write: WriteOptions

  init(_ session: Session, _ write: WriteOptions) {
    self.session = session
    self.write = write
  }

  /// What comes after a question.
  private enum Outcome {
    case next
    /// A question that was answered before, in this round or an earlier one.
    case back(to: Question)
    case quit
  }

  /// Asks until each question is dealt with; false when nothing more is to be asked.
  mutating func ask(_ questions: [Question]) throws -> Bool {
    let first = asked.count
    var shown: Day?
    var place = 0
    while place < questions.count {
      let question = questions[place]
      if first + place == asked.count { asked.append(question) }
      if shown != question.day {
        shown = question.day
        try session.print(AskText(style: session.style).heading(of: question.day))
      }
      let position = "\(place + 1)/\(questions.count)"
      switch try ask(question, position) {
      case .quit: return false
      case .back(let former): place = questions.firstIndex { $0.isSame(as: former) } ?? place
      case .next: place += 1
      }
    }
    return true
  }

  /// Asks until a habit is dealt with, or the question before it is to be asked again.
  private mutating func ask(_ question: Question, _ position: String) throws -> Outcome {
    while true {
      guard let text = try session.answer("  \(position) \(words(of: question))") else {
        return .quit
      }
      do {
        let unit = question.habit.goal.value(on: question.day).unit
        switch try AskReply(text, counting: unit) {
        case .leave: return .next
        case .quit: return .quit
        case .help: for line in AskReply.keys { try session.say(line) }
        case .undo: return .back(to: try takeBack(orOf: question))
        case .decline:
          try decline(question)
          return .next
        case .record(let action):
          try record(action, of: question)
          if AskReply.settles(action) { return .next }
        }
      } catch {
        // A mistyped answer loses nothing: the question is asked again. A failure of the disk ends it.
        let error = Diagnosis(any: error)
        guard [.usage, .noInput].contains(error.status) else { throw error }
        try session.say(error.text.trimmed)
      }
    }
  }

  private func words(of question: Question) throws -> String {
    let record = try session.context().record(of: question.habit, on: question.day)
    return AskText(style: session.style).question(of: question.board, record, on: question.day)
  }

  /// Records that nothing was done, if nothing was recorded; else what there is stays.
  private mutating func decline(_ question: Question) throws {
    guard !question.habit.isBreaking else {
      throw Diagnosis(.usage, "how many were there?", hint: "y for none, or a number")
    }
    let record = try session.context().record(of: question.habit, on: question.day)
    if record.progress == nil { try self.record(.set(.zero), of: question) }
  }

  private mutating func record(_ action: RecordAction, of question: Question) throws {
    let isRecorded = try session.record(
      action,
      of: [question.habit.id.text],
      on: question.day,
      in: session.context(),
      write,
      unchanged: "as it was"
    )
    if isRecorded { recorded.append(question) }
  }

  /// Takes back the latest answer, or what was recorded before of what is asked about now, and tells
  /// what to ask again.
  private mutating func takeBack(orOf current: Question) throws -> Question {
    let question = recorded.last ?? current
    let (name, context) = (question.habit.id.text, try session.context())
    try session.takeBack(.undo, of: name, on: question.day, in: context, write)
    return recorded.popLast() ?? current
  }
}

extension Session {
  /// The answer to a question that one key answers; a line without a terminal.
  ///
  /// A number may go on behind its first digit, which is then not shown yet.
  func key(_ question: String, orNumber isOpen: Bool = false) throws -> String? {
    guard world.terminal.isInteractive else {
      let line = try ask(question)
      try say("")
      return line
    }
    try prompt(question)
    let key = try world.readKey()
    if isOpen, key?.first?.isNumber == true { return key }
    let echo = key?.first.map { $0.isLetter || $0.isNumber || $0 == "?" ? "\($0)" : "" }
    try say(echo ?? "")
    return key
  }

  /// The answer to a question: a key of the terminal and what is typed behind it, else a line.
  fileprivate func answer(_ question: String) throws -> String? {
    guard world.terminal.isInteractive else { return try key(question) }
    guard let key = try key("\(question) [y n + s l u q ?]", orNumber: true),
      let first = key.first
    else {
      return nil
    }
    if let more = AskReply.openEnded[first] {
      return try ask("    \(more)").map { "\(first) \($0)" }
    }
    guard first.isNumber else { return first.isNewline || first == " " ? "" : key }
    // A number may have more digits than the key that began it.
    try prompt("\(first)", behind: "")
    return try world.readLine().map { "\(first)\($0)" }
  }
}
