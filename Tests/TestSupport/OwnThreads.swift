import Foundation
import Synchronization
public import Testing

/// Runs the tests of a suite on other threads than Swift's.
///
/// A test that waits for a program keeps its thread, and Swift has one for each processor: while
/// tests wait for locks, servers and time limits, processors would rest.
public struct OwnThreads: SuiteTrait, TestScoping {
  // As many as tests run at once in .ci/run: with fewer, tests that wait for a thread keep others out.
  private static let threads = ThreadPool(6)

  /// Lends the threads to all tests of the suite.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.threads) { try await function() }
  }
}

extension SuiteTrait where Self == OwnThreads {
  /// Threads beside Swift's, for suites that wait.
  public static var ownThreads: OwnThreads { OwnThreads() }
}

/// Threads that run jobs, the oldest first.
private final class ThreadPool: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let isWaiting = DispatchSemaphore(value: 0)

  init(_ count: Int) {
    for _ in 0..<count {
      let thread = Thread { [self] in
        while true {
          isWaiting.wait()
          let job = jobs.withLock { $0.removeFirst() }
          unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
      // As much as Swift's own threads have.
      thread.stackSize = 8 * 1024 * 1024
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    isWaiting.signal()
  }
}
