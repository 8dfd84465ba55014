internal import HabitFiles

extension Session {
  /// Prints what is wrong with files, or with `--json` a list of it.
  func print(_ problems: [Problem]) throws(Diagnosis) {
    if options.json {
      try print(.list(problems.map(\.output)))
    } else {
      for problem in problems { try print("\(problem)") }
    }
  }
}

extension Problem {
  fileprivate var output: Output {
    .object([
      ("severity", .text(isError ? "error" : "warning")), ("message", .text(message)),
      ("hint", Output(hint)), ("file", .text(path)), ("line", line.map(Output.number) ?? .null),
      ("column", column.map(Output.number) ?? .null),
    ])
  }
}
