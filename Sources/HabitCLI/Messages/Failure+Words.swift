internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import HabitSync
internal import Posix

typealias Diagnosis = Failure

extension Failure {
  /// Any failure of a command; a word that is no habit may be a command.
  init(any error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as UnknownHabit: self = error.failure(besides: HabitCommand.names)
    case let error as any Failing: self = error.failure
    case let error as FileProblems: self.init(error.problems)
    case let error as SyncError: self.init(error)
    case let error as SystemError: self.init(error)
    default: self.init(StoreError(error))
    }
  }

  /// The same, with commands of git that work from any folder; the root is as a shell takes it.
  func placed(in root: String) -> Failure {
    hinting(
      hint?.replacing(/(^|[:;&|] )git (?!init |config --global )/) { match in
        "\(match.output.1)git -C \(root) "
      }
    )
  }

  /// The same; what is wrong with a command line leads at least to the help of its command.
  func hinting(at arguments: [String]) -> Failure {
    guard status == .usage, hint == nil else { return self }
    return hinting(Failure.named(by: arguments).names.joined(separator: " ") + " --help")
  }

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
  var json: Output { Failure.shape.output(of: self) }

  static let shape = Shape<Failure>.object([
    Member("error", .text, "What is wrong.") {
      $0.remarks.isEmpty ? $0.message : "\($0.message)\n\($0.remarks)"
    },
    Member("hint", orNull: .text, "What to do.") { $0.hint },
    Member("file", orNull: .text, "The path of the file.") { $0.problems.first?.path },
    Member("line", orNull: .whole(1), "The line.") { $0.problems.first?.line },
    Member("column", orNull: .whole(1), "The column.") { $0.problems.first?.column },
    Member("status", .whole(1), "How the command ends.") { Int($0.status.rawValue) },
  ])

  /// Refuses an option beside others that it would make the command ignore.
  static func exclude(
    _ option: String,
    _ others: KeyValuePairs<String, Bool>
  ) throws {
    guard let other = others.first(where: \.value)?.key else { return }
    throw Failure(.usage, "\(option) and \(other) exclude each other")
  }
}
