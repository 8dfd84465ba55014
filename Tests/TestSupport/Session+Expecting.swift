public import Foundation
public import Testing

/// Expects a session to answer as its file shows.
///
/// `HABIT_RECORD=1` writes the answers into the file and fails this once, as golden files do.
///
/// - Parameters:
///   - file: The file, `*.session`.
///   - programs: The folder of the program.
///   - environment: Where `HABIT_RECORD` and `CI` are looked up.
///   - sourceLocation: Where a difference is reported.
/// - Throws: When the file cannot be read, or no shell be started.
public func expectSession(
  at file: URL,
  programs: URL = Build.folder,
  environment: [String: String] = TestRun.environment,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let session = Session(try String(contentsOf: file, encoding: .utf8))
  let (answers, end) = try SessionRunner(programs: programs).run(session)
  var problems = session.problems + end
  let isRecorded = environment["HABIT_RECORD"] == "1" && problems.isEmpty
  problems += session.problems(answered: answers)
  guard !problems.isEmpty else { return }
  let golden = isRecorded ? session.recorded(with: answers) : nil
  if let golden,
    case .other(let reason) = Golden(golden, at: file, recording: true, environment)
  {
    problems = [reason]
  }
  for problem in problems {
    Issue.record("\(file.lastPathComponent): \(problem)", sourceLocation: sourceLocation)
  }
}
