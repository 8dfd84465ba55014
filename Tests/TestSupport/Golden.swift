import Foundation
public import Testing

/// Expects a text to equal the file `Golden/NAME` beside the test.
///
/// `HABIT_RECORD=1` writes the file and fails this once, so that a recording is always looked at;
/// with `CI` set nothing is recorded.
///
/// - Parameters:
///   - text: What the program said.
///   - name: The file's path below `Golden`.
///   - file: The test's file; the folder `Golden` is beside it.
///   - environment: Where `HABIT_RECORD` and `CI` are looked up.
///   - sourceLocation: Where a difference is reported.
public func expectGolden(
  _ text: String,
  _ name: String,
  file: String = #filePath,
  environment: [String: String] = TestRun.environment,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let golden = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden/\(name)")
  switch Golden(text, at: golden, recording: environment["HABIT_RECORD"] == "1", environment) {
  case .equal: break
  case .other(let reason):
    Issue.record(Comment(rawValue: reason), sourceLocation: sourceLocation)
  }
}

/// How a text compares with its golden file.
enum Golden: Equatable {
  case equal
  case other(reason: String)

  init(_ text: String, at file: URL, recording: Bool, _ environment: [String: String]) {
    let expected = FileManager.default.contents(atPath: file.path)
      .map { String(decoding: $0, as: UTF8.self) }
    // Swift compares texts by meaning (é and e + ´ are one); a golden file is compared by its bytes.
    if let expected, expected.utf8.elementsEqual(text.utf8) {
      self = .equal
      return
    }
    let name = file.lastPathComponent
    guard recording, environment["CI"] == nil else {
      let difference = expected.map { "\(Difference(from: $0, to: text))" }
      self = .other(
        reason: difference.map { "\(name) is otherwise:\n\($0)" }
          ?? "\(name) does not exist; HABIT_RECORD=1 writes it:\n\(text)"
      )
      return
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
      self = .other(reason: "\(name) was recorded: look at it, then run the tests again")
    } catch {
      self = .other(reason: "\(name) could not be recorded: \(error)")
    }
  }
}
