internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// What is wrong with files.
struct ProblemsScreen: Screen {
  private let problems: [Problem]
  private let summary: [String]

  init(_ problems: [Problem]) {
    self.problems = problems
    summary = []
  }

  /// All that was found, and how much was looked at.
  init(_ found: Findings) {
    problems = found.problems
    let errors = problems.count(where: \.isError)
    let looked = [
      counted(found.users, "user"), counted(found.habits, "habit"),
      counted(found.records, "record"),
    ].joined(separator: ", ")
    summary = ["\(looked): " + (errors == 0 ? "no problem" : counted(errors, "problem"))]
  }

  var lines: [String] { problems.map(\.description) + summary }

  static let shape = Shape.list(problem).of { (screen: ProblemsScreen) in screen.problems }

  private static let problem = Shape<Problem>.object([
    Member("severity", .word(["error", "warning"]), "An error stops; a warning does not.") {
      $0.isError ? "error" : "warning"
    },
    Member("message", .text, "What is wrong.") { $0.message },
    Member("hint", orNull: .text, "What to do.") { $0.hint },
    .file { $0.path },
    Member("line", orNull: .whole(1), "The line.") { $0.line },
    Member("column", orNull: .whole(1), "The column.") { $0.column },
  ])
}
