internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import Posix

/// The line of the terminal on which a question stands, until what was answered replaces it.
///
/// Without a terminal, or where what is printed goes elsewhere, nothing is replaced.
struct AskLine {
  private let session: Session
  private let isReplaced: Bool
  /// How many lines below the first one the cursor is.
  private var depth = 0

  /// The escape sequences: to the first column, a line up, and nothing right of or below the cursor.
  ///
  /// Source: ECMA-48, 8.3.39 ED, 8.3.22 CUU.
  private static let (up, clear) = ("\u{1B}[A", "\r\u{1B}[J")

  init(_ session: Session) {
    self.session = session
    let terminal = session.world.terminal
    isReplaced =
      terminal.isInteractive && terminal.showsOutput && session.world.variable("TERM") != "dumb"
  }

  /// Whether keys are read, not lines.
  private var readsKeys: Bool { session.world.terminal.isInteractive }

  /// The answer to a question: a key of the terminal and what is typed behind it, else a line; nil at
  /// the end of input.
  mutating func reply(to question: AskText.Question, counting unit: String) throws -> AskReply? {
    guard readsKeys else {
      let line = try session.ask("  \(question.text)")
      try session.say("")
      return try line.map { line in try AskReply(line, counting: unit) }
    }
    try show(question.fitted)
    guard let key = try session.world.readKey() else { return nil }
    return try AskReply(key, of: question.name, counting: unit) { prompt in
      try typed(prompt, in: question.columns)
    }
  }

  /// What is typed behind a prompt that replaces the question.
  private mutating func typed(_ prompt: String, in columns: Int) throws -> String? {
    let lines = prompt.wrapped(to: columns - 2).map { "  \($0)" }
    let end = prompt.hasSuffix(" ") && lines.last?.hasSuffix(" ") == false ? " " : ""
    try show(lines.joined(separator: "\n") + end)
    let text = try session.world.readLine()
    let last = displayWidth(of: (lines.last ?? "") + end + (text ?? ""))
    depth = lines.count + last / max(1, columns)
    return text
  }

  /// Puts a text in the place of what the line shows, the cursor behind it.
  private mutating func show(_ text: String) throws {
    try clear()
    try session.prompt(text, behind: "")
  }

  /// Removes what the line shows, so that something else can be printed there.
  mutating func clear() throws {
    guard readsKeys else { return }
    let text = isReplaced ? String(repeating: AskLine.up, count: depth) + AskLine.clear : "\n"
    try session.world.write(.error, text)
    depth = 0
  }
}
