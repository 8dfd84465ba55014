import Foundation
import Posix
import TestSupport
import Testing

@Suite(.ownThreads) struct FileLockTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.appending(path: "lock").path }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Whether it can be had within that time.
  ///
  /// What another test starts just then may hold our files for the moment it takes to begin.
  private func isFree(within seconds: Int) throws -> Bool {
    do {
      let lock = try FileLock(path, timeoutSeconds: seconds)
      _ = consume lock
      return true
    } catch FileLockError.held {
      return false
    }
  }

  /// Another program that has the lock until it is killed, or there is a file `go`.
  private func holder() throws -> RunningProcess {
    let process = HabitProcess(
      ["flock", path, "sh", "-c", "echo has; until test -e go; do sleep 0.05; done"],
      environment: ["PATH": "/usr/bin:/bin"],
      in: folder.url
    )
    let holder = try process.start()
    while try holder.isRunning && holder.outputSoFar == "" { usleep(1_000) }
    try #require(try holder.outputSoFar == "has\n")
    return holder
  }

  @Test func `the lock of a file that was removed is nobody's`() throws {
    let holder = try holder()
    let other = try HabitProcess(
      [
        "python3", "-c",
        "import os, time; time.sleep(0.5); os.remove('lock'); open('lock', 'w'); open('go', 'w')",
      ],
      environment: ["PATH": "/usr/bin:/bin"],
      in: folder.url
    ).start()
    // It waits for the old file, which is let go once it has no name any more.
    let waiting = try FileLock(path, timeoutSeconds: 10)
    _ = try other.wait()
    _ = try holder.wait()
    #expect(try !isFree(within: 0))
    _ = consume waiting
  }

  @Test func `a lock is one holder's until it is let go`() throws {
    do {
      let lock = try FileLock(path, timeoutSeconds: 0)
      #expect(try !isFree(within: 0))
      _ = consume lock
    }
    #expect(try isFree(within: 20))
    #expect(folder.exists("lock"))
  }

  @Test func `a folder has a lock of its own, and no file is left there`() throws {
    let holder = try FileLock(folder: folder.url.path, timeoutSeconds: 0)
    #expect(throws: FileLockError.held) {
      _ = try FileLock(folder: folder.url.path, timeoutSeconds: 0)
    }
    _ = consume holder
    let other = try FileLock(folder: folder.url.path, timeoutSeconds: 20)
    _ = consume other
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `another program's lock is waited for`() throws {
    let holder = try holder()
    #expect(try !isFree(within: 0))
    let release = HabitProcess(
      ["sh", "-c", "sleep 0.3; touch go"],
      environment: ["PATH": "/usr/bin:/bin"],
      in: folder.url
    )
    let releasing = try release.start()
    #expect(try isFree(within: 20))
    #expect(try holder.wait().status == 0)
    #expect(try releasing.wait().status == 0)
  }

  @Test func `a timeout ends`() throws {
    let holder = try holder()
    let start = ContinuousClock.now
    #expect(throws: FileLockError.held) { _ = try FileLock(path, timeoutSeconds: 1) }
    #expect(ContinuousClock.now - start >= .seconds(1))
    #expect(ContinuousClock.now - start < .seconds(30))
    holder.kill()
    _ = try holder.wait()
  }

  @Test func `a lock is released when its process dies`() throws {
    let holder = try holder()
    #expect(try !isFree(within: 0))
    holder.kill()
    _ = try holder.wait()
    #expect(try isFree(within: 20))
  }

  @Test func `programs that are started do not keep it`() throws {
    let lock = try FileLock(path, timeoutSeconds: 0)
    let child = HabitProcess(["sleep", "60"], environment: ["PATH": "/bin"], in: folder.url)
    let running = try child.start()
    _ = consume lock
    #expect(try isFree(within: 20))
    running.kill()
  }

  @Test func `no link is followed, and what stands in the way is named`() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "other")
    #expect(throws: FileLockError.system(SystemError("open", path, code: ELOOP))) {
      _ = try FileLock(path, timeoutSeconds: 0)
    }
    #expect(!folder.exists("other"))
    let nowhere = path + "/none/lock"
    #expect(throws: FileLockError.self) { _ = try FileLock(nowhere, timeoutSeconds: 0) }
  }
}

@Suite struct TimeoutTests {
  @Test func `a timeout lasts as long as it was set to`() {
    #expect(!Timeout(seconds: 0).hasTimeLeft)
    #expect(Timeout(seconds: 60).hasTimeLeft)
    let short = Timeout(seconds: 1)
    let start = ContinuousClock.now
    var pauses = 0
    while short.hasTimeLeft {
      short.pause()
      pauses += 1
    }
    #expect(ContinuousClock.now - start >= .seconds(0.95))
    // A pause is short enough to be no wait, and long enough to leave the processor to others.
    #expect((5...1_000).contains(pauses))
  }
}
