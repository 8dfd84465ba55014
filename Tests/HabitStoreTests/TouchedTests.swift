import HabitCore
import HabitStore
import TestSupport
import Testing

/// Whose files a sync has to look at.
@Suite struct TouchedTests {
  let tracker: Tracker
  let ann: UserID
  private var machine: Machine { tracker.machine }

  init() throws {
    tracker = try Tracker()
    ann = try #require(UserID("ann"))
    try tracker.set(["2026-03-01": 1])
    try tracker.set(["2026-03-01": 2], of: "run", by: tracker.writer(ann))
    // What was written in the same second as the index is looked at to be sure.
    try tracker.shell("find . -name '*.json' | xargs touch -d '2026-01-01'; git add -A")
    try tracker.git("update-index", "--refresh")
  }

  private func touched() throws -> [UserID] {
    try tracker.store.usersTouched(among: [ann, .guest])
  }

  @Test func `without changes no user's files were edited`() throws {
    #expect(try touched() == [])
  }

  @Test(arguments: [
    "echo '{}' > guest/habits/read/2026.json", "rm guest/habits/read/2026.json",
    "mkdir guest/habits/swim; echo '{}' > guest/habits/swim/habit.json",
    "rm -r guest/habits", "mkdir guest/reports; echo > guest/reports/habit-week.7",
  ])
  func `the users whose files were edited, added or removed are found`(deed: String) throws {
    try tracker.shell(deed)
    #expect(try touched() == [.guest])
  }

  @Test(arguments: ["touch guest/notes.txt", "echo > other.txt", "mkdir guest/habits/read/deep"])
  func `files that are not of habit have no user`(deed: String) throws {
    try tracker.shell(deed)
    #expect(try touched() == [])
  }

  @Test func `a change at the root counts for the first user`() throws {
    try tracker.shell("echo >> README.md")
    #expect(try touched() == [ann])
  }
}
