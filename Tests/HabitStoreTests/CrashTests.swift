import Foundation
import HabitStore
import TestSupport
import Testing

/// A process that dies in the middle of a change, its work files in place and its branch not moved.
@Suite struct CrashTests {
  @Test func `the journal of a dead process is enough to complete its change`() async throws {
    let tracker = try Tracker()
    try tracker.set(["2026-03-01": 1])
    let old = try tracker.head
    // A total that a hand changes gets a stamp, so the file is exchanged.
    try tracker.machine.write(tracker.path, year(["2026-03-01": 5]))
    let log = tracker.machine.root + "/.git/logs/refs/heads/main"
    // Who appends to this log of git's waits for a reader that never comes.
    try tracker.shell("mv \(log) .git/saved; mkfifo \(log)")
    let root = tracker.machine.root
    await #expect(processExitsWith: .signal(SIGKILL)) { [root = root as String] in
      let killer = Task.detached {
        let lock = root + "/.git/refs/heads/main.lock"
        for _ in 0..<10_000 where unsafe access(lock, F_OK) != 0 { usleep(1_000) }
        usleep(20_000)
        kill(getpid(), SIGKILL)
      }
      let location = try #require(try Location(root: root))
      _ = try Store(location).commitManualEdits(by: writer())
      await killer.value
    }
    try tracker.shell("rm \(log); mv .git/saved \(log)")
    #expect(try tracker.head == old)
    #expect(tracker.machine.exists(".git/refs/heads/main.lock"))
    let whole = try tracker.machine.read(tracker.path)
    #expect(whole.contains("\"changed\""))
    let outcome = try tracker.commitManualEdits()
    #expect(outcome.manualEdits == [])
    #expect(try tracker.message == "edit by hand\n\nBy hand: \(tracker.path) (2026-03-01)\n")
    #expect(try tracker.git("rev-parse", "HEAD^") == old)
    #expect(try tracker.git("show", "HEAD:" + tracker.path) + "\n" == whole)
    try tracker.machine.judge()
  }
}
