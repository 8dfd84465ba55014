internal import HabitFiles

/// Why a command cannot go on: what, where, and what next.
struct Diagnosis: Error {
  let status: ExitStatus
  /// What is wrong, in lower case and without a full stop.
  let message: String
  /// A command to run or a thing to do.
  let hint: String?
  /// The words of another program about it, printed last.
  let remarks: String
  /// The problems in files, when these are why.
  let problems: [Problem]
  /// Whether the only failure is that the reader has closed the pipe.
  let isClosedPipe: Bool
  /// Whether it tells that the output cannot be written.
  let isOfOutput: Bool

  /// What is wrong; the message is in lower case and without a full stop.
  init(
    _ status: ExitStatus,
    _ message: String,
    hint: String? = nil,
    remarks: String = "",
    isClosedPipe: Bool = false,
    isOfOutput: Bool = false
  ) {
    self.status = status
    self.message = message
    self.hint = hint
    self.remarks = remarks
    self.problems = []
    self.isClosedPipe = isClosedPipe
    self.isOfOutput = isOfOutput
  }

  /// The same, of a command whose change is recorded.
  var afterRecording: Diagnosis {
    guard problems.isEmpty else { return self }
    return Diagnosis(
      status,
      "recorded; but \(message)",
      hint: hint,
      remarks: remarks,
      isClosedPipe: isClosedPipe,
      isOfOutput: isOfOutput
    )
  }

  /// The same, with commands of git that work from any folder; the root is as a shell takes it.
  func placed(in root: String) -> Diagnosis {
    guard problems.isEmpty, let hint else { return self }
    let placed = hint.replacing(/(^|[:;&|] )git (?!init |config --global )/) { match in
      "\(match.output.1)git -C \(root) "
    }
    return Diagnosis(status, message, hint: placed, remarks: remarks, isClosedPipe: isClosedPipe)
  }

  init(_ problems: [Problem]) {
    self.status = .data
    self.message = problems.first?.message ?? "a file is wrong"
    self.hint = problems.first?.hint
    self.remarks = ""
    self.problems = problems
    self.isClosedPipe = false
    self.isOfOutput = false
  }

  init(noDate text: String) {
    self.init(
      .usage,
      "\"\(text)\" is not a date",
      hint: "a date is \(Diagnosis.dayForms)"
    )
  }

  /// How a date is typed.
  static let dayForms =
    "today, yesterday, tomorrow, -3 (days ago), monday (the latest), "
    + "last monday (before today) or 2026-03-01"

  /// The lines for standard error.
  var text: String {
    guard problems.isEmpty else {
      return problems.map { "habit: \($0)\n" }.joined()
    }
    let hint = hint.map { "hint: \($0)\n" } ?? ""
    let said = remarks.isEmpty ? "" : remarks + "\n"
    return "habit: \(message.terminalSafe)\n\(hint.terminalSafe)\(said.terminalSafe)"
  }

  /// The object for standard error, with `--json`.
  var json: Output { Diagnosis.shape.output(of: self) }

  static let shape = Shape<Diagnosis>.object([
    Member("error", .text, "What is wrong.") {
      $0.remarks.isEmpty ? $0.message : "\($0.message)\n\($0.remarks)"
    },
    Member("hint", orNull: .text, "What to do.") { $0.hint },
    Member("file", orNull: .text, "The path of the file.") { $0.problems.first?.path },
    Member("line", orNull: .whole(1), "The line.") { $0.problems.first?.line },
    Member("column", orNull: .whole(1), "The column.") { $0.problems.first?.column },
    Member("status", .whole(1), "How the command ends.") { Int($0.status.rawValue) },
  ])
}

extension Diagnosis {
  /// Refuses an option beside others that it would make the command ignore.
  static func exclude(
    _ option: String,
    _ others: KeyValuePairs<String, Bool>
  ) throws {
    guard let other = others.first(where: \.value)?.key else { return }
    throw Diagnosis(.usage, "\(option) and \(other) exclude each other")
  }
}
