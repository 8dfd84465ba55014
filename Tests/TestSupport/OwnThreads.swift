import Foundation
import Synchronization
public import Testing

/// Runs the tests of a suite on threads of its own, beside those of all other suites.
///
/// A test that waits for a program keeps its thread, and Swift has one for each processor: while
/// tests wait for locks, servers and time limits, processors would rest.
public struct OwnThreads: SuiteTrait, TestScoping {
  private let threads: ThreadPool

  /// Lends the threads to all tests of the suite.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads) { try await function() }
  }

  fileprivate init(_ count: Int) {
    threads = ThreadPool(count)
  }
}

extension SuiteTrait where Self == OwnThreads {
  /// So many threads for this suite alone.
  public static func ownThreads(_ count: Int) -> OwnThreads { OwnThreads(count) }
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
