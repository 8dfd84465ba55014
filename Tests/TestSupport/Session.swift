/// A conversation with a shell, as documents and the files `*.session` show it.
///
/// ```
/// # A comment stands at the top, or behind an empty line.
/// $ habit log read
/// Read  1/1  ■  done
/// pho$ habit log swim
/// habit: there is no habit "swim"
/// ...
/// [exit 66]
/// ```
/// The prompt names the computer, which has a home, a folder and a clock of its own; a line `> ` continues
/// the command before it. A line `...` is any lines, and `...` in a line anything.
public struct Session: Sendable {
  /// A command and what it answers.
  public struct Step: Equatable, Sendable {
    /// The line of the command in its document, from 1.
    public let line: Int
    /// The computer; nil for the first one.
    let device: String?
    /// The command, its continuations on lines of their own.
    public var command: String
    /// The lines that follow, without empty ones at the end; nil when any answer will do.
    public var expected: [String]?
    /// The exit status.
    public var status: Int32 = 0
    /// The empty lines and comments before it, which are no answer.
    var before: [String] = []
  }

  /// The steps, in order.
  public let steps: [Step]
  /// What cannot be read, each with its line.
  public let problems: [String]
  private let prompt: String

  /// Reads the blocks of a document, whose commands stand behind a prompt.
  public init(_ blocks: [Block], behind prompt: String = "$ ") {
    var (steps, problems): ([Step], [String]) = ([], [])
    for block in blocks {
      let (found, complaint) = Session.read(block, behind: prompt)
      steps += found
      problems += complaint
    }
    (self.steps, self.problems, self.prompt) = (steps, problems, prompt)
  }

  /// Reads a file that is a session from its first line to its last.
  public init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    self.init([Block(lines: lines.map { Block.Line(line: $0 + 1, text: String($1)) })])
  }

  private static func read(
    _ block: Block,
    behind prompt: String
  ) -> (steps: [Step], problems: [String]) {
    var (steps, problems): ([Step], [String]) = ([], [])
    var before: [String] = []
    var (mayContinue, mayComment, isComment) = (false, true, false)
    for (line, text) in block.lines.map({ ($0.line, $0.text) }) {
      let isEnd = mayComment
      mayComment = text.isEmpty
      if let (device, command) = Session.command(in: text, behind: prompt) {
        // What was empty before the command is no part of the last answer.
        if let last = steps.indices.last, let answer = steps[last].expected {
          steps[last].expected = answer.withoutEmptyEnd
          before = answer.dropFirst(answer.withoutEmptyEnd.count) + before
        }
        let expected: [String]? = block.isAnswered ? [] : nil
        steps.append(
          Step(line: line, device: device, command: command, expected: expected, before: before)
        )
        (before, mayContinue, isComment) = ([], true, false)
        continue
      }
      if isComment || isEnd && text.hasPrefix("# ") {
        (isComment, mayContinue) = (true, false)
        before.append(text)
        continue
      }
      guard let last = steps.indices.last else {
        if !text.isEmpty { problems.append("line \(line): no command before this line") }
        continue
      }
      if mayContinue, text == ">" || text.hasPrefix("> ") {
        steps[last].command += "\n" + text.dropFirst(2)
      } else if let match = text.wholeMatch(of: #/\[exit (\d+)\]/#), let status = Int32(match.1) {
        steps[last].status = status
        mayContinue = false
      } else {
        steps[last].expected?.append(text)
        mayContinue = false
      }
    }
    if steps.isEmpty, let line = block.lines.first?.line {
      problems.append("line \(line): a block without a command")
    }
    if let last = steps.indices.last {
      steps[last].expected = steps[last].expected?.withoutEmptyEnd
    }
    return (steps, problems)
  }

  /// The computer and the command of a line, where it begins with a prompt.
  private static func command(
    in line: String,
    behind prompt: String
  ) -> (device: String?, command: String)? {
    if line.hasPrefix(prompt) { return (nil, String(line.dropFirst(prompt.count))) }
    guard prompt == "$ ", let match = line.wholeMatch(of: #/([a-z][a-z0-9-]*)\$ (.*)/#) else {
      return nil
    }
    return (String(match.1), String(match.2))
  }
}

extension Session {
  /// What a command answered.
  public struct Answer: Sendable {
    let lines: [String]
    let status: Int32
  }

  /// Where answers are otherwise than shown, each as a difference; a missing answer ends the session.
  public func problems(answered answers: [Answer]) -> [String] {
    zip(steps, answers).compactMap { step, answer in
      let isExpected = step.expected.map { Expectation($0).matches(answer.lines) } ?? true
      guard !isExpected || step.status != answer.status else { return nil }
      let shown = (step.expected ?? ["..."]) + Session.ending(step.status)
      let difference = Difference(
        from: shown.joined(separator: "\n"),
        to: (answer.lines + Session.ending(answer.status)).joined(separator: "\n")
      )
      return "line \(step.line): \(step.device ?? "")$ \(step.command)\n\(difference)"
    }
  }

  /// The file with these answers; what stands for any text stays where it still does.
  public func recorded(with answers: [Answer]) -> String {
    var lines: [String] = []
    for (step, answer) in zip(steps, answers) {
      let command = step.command.split(separator: "\n", omittingEmptySubsequences: false)
      lines += step.before
      lines.append((step.device ?? "") + prompt + command[0])
      lines += command.dropFirst().map { $0.isEmpty ? ">" : "> \($0)" }
      lines += Expectation(step.expected ?? []).kept(for: answer.lines)
      lines += Session.ending(answer.status)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func ending(_ status: Int32) -> [String] {
    status == 0 ? [] : ["[exit \(status)]"]
  }
}

/// Lines of a document that belong together.
public struct Block: Equatable {
  /// A line and its number in the document, from 1.
  public struct Line: Equatable {
    public let line: Int
    public let text: String

    /// A line of a document.
    public init(line: Int, text: String) {
      (self.line, self.text) = (line, text)
    }
  }

  /// Its lines.
  public var lines: [Line]
  /// Whether answers are shown; a command shown alone, as by `.Dl`, may answer anything.
  public let isAnswered: Bool

  /// A block of these lines.
  public init(lines: [Line], isAnswered: Bool = true) {
    (self.lines, self.isAnswered) = (lines, isAnswered)
  }
}

extension [String] {
  /// Without the empty lines that stand only between one command and the next.
  public var withoutEmptyEnd: [String] {
    Array(prefix((lastIndex { !$0.isEmpty } ?? -1) + 1))
  }
}
