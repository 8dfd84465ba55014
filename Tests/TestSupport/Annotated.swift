import Synchronization
import Testing

/// Runs a body and adds a note to every failure inside it.
///
/// - Parameters:
///   - note: Makes the note at the moment of the failure.
///   - body: What may fail; it is given the count of its failures, to stop at the first.
/// - Throws: What the body throws.
func annotated(
  with note: @escaping @Sendable () -> String,
  _ body: @escaping @Sendable (FailureCount) async throws -> Void
) async throws {
  let failures = FailureCount()
  guard let test = Test.current else {
    try await body(failures)
    return
  }
  let trait: IssueHandlingTrait = .compactMapIssues { issue in
    var issue = issue
    issue.comments.append(Comment(rawValue: note()))
    failures.add()
    return issue
  }
  try await trait.provideScope(for: test, testCase: .current) {
    try await body(failures)
  }
}

/// A count of failures that several threads may ask.
final class FailureCount: Sendable {
  private let count = Mutex(0)

  /// Whether anything failed.
  var isZero: Bool { count.withLock { $0 == 0 } }

  /// One failure more.
  func add() { count.withLock { $0 += 1 } }
}
