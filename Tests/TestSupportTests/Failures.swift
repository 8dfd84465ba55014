import Synchronization
import Testing

/// The last comment of every failure a body has; the failures themselves do not count.
func failures(of body: @escaping @Sendable () async throws -> Void) async throws -> [String] {
  let messages = Mutex<[String]>([])
  let test = try #require(Test.current)
  let trait: IssueHandlingTrait = .compactMapIssues { issue in
    messages.withLock { $0.append(issue.comments.last?.rawValue ?? "") }
    return nil
  }
  try await trait.provideScope(for: test, testCase: .current) { try await body() }
  return messages.withLock { $0 }
}
