internal import HabitCore
internal import HabitFiles

/// Why a command cannot go on: what, where, and what next.
struct Diagnosis: Error {
  /// How the command ends.
  let status: ExitStatus
  /// What is wrong, in lower case and without a full stop.
  let message: String
  /// A command to run or a thing to do.
  let hint: String?
  /// The problems in files, when these are why.
  let problems: [Problem]
  /// Whether the only failure is that the reader has closed the pipe.
  let isClosedPipe: Bool

  init(
    _ status: ExitStatus,
    _ message: String,
    hint: String? = nil,
    isClosedPipe: Bool = false
  ) {
    self.status = status
    self.message = message
    self.hint = hint
    self.problems = []
    self.isClosedPipe = isClosedPipe
  }

  /// Files that are wrong.
  init(_ problems: [Problem]) {
    self.status = .data
    self.message = problems.first?.message ?? "a file is wrong"
    self.hint = problems.first?.hint
    self.problems = problems
    self.isClosedPipe = false
  }

  /// The lines for standard error.
  var text: String {
    guard problems.isEmpty else {
      return problems.map { "habit: \($0)\n" }.joined()
    }
    let hint = hint.map { "hint: \($0)\n" } ?? ""
    return "habit: \(message.terminalSafe)\n\(hint.terminalSafe)"
  }

  /// The object for standard error, with `--json`.
  var json: Output {
    let problem = problems.first
    return .object([
      ("error", .text(message)),
      ("hint", hint.map(Output.text) ?? .null),
      ("file", problem.map { .text($0.path) } ?? .null),
      ("line", problem?.line.map(Output.number) ?? .null),
      ("column", problem?.column.map(Output.number) ?? .null),
      ("status", .number(Int(status.rawValue))),
    ])
  }
}

extension String {
  /// The text without what a terminal would obey or not show, line ends kept.
  var terminalSafe: String { replacingUnseen { _ in "\u{FFFD}" } }
}
