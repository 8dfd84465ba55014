public import HabitApp
internal import HabitCore
public import HabitFiles

/// What is wrong with files.
public struct ProblemsScreen: Screen {
  private let problems: [Problem]
  private let summary: [String]

  /// Some problems.
  public init(_ problems: [Problem]) {
    self.problems = problems
    summary = []
  }

  /// All that was found, and how much was looked at.
  public init(_ found: Findings) {
    problems = found.problems
    let errors = problems.count(where: \.isError)
    let looked = [
      counted(found.users, "user"), counted(found.habits, "habit"),
      counted(found.records, "record"),
    ].joined(separator: ", ")
    summary = ["\(looked): " + (errors == 0 ? "no problem" : counted(errors, "problem"))]
  }

  /// A line for each problem.
  public var lines: [String] { problems.map(\.description) + summary }

  /// The problems as a list.
  public var output: Output { .list(problems.map(\.output)) }
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
