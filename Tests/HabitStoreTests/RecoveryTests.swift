import HabitStore
import TestSupport
import Testing

/// What a process leaves that dies in the middle of a change, made by hand from a whole one.
@Suite struct RecoveryTests {
  private let tracker: Tracker
  private var machine: Machine { tracker.machine }
  private let read = "guest/habits/read/2026.json"
  private let run = "guest/habits/run/2026.json"
  private let old = year(["2026-03-01": 1])
  private let new = year(["2026-03-01": 1, "2026-03-02": 2])
  private let parent: String
  private let commit: String

  init() throws {
    tracker = try Tracker()
    for habit in ["read", "run"] { try tracker.set(["2026-03-01": 1], of: habit) }
    parent = try tracker.head
    let both = ["read": ["2026-03-02": 2], "run": ["2026-03-02": 2]]
    try tracker.set(both, subject: "log both") {}
    commit = try tracker.head
    // As if the branch and the index had not been reached yet.
    try tracker.git("update-ref", "refs/heads/main", parent)
    try tracker.git("read-tree", parent)
    let files = try [read, run].enumerated().map { number, path in
      "habit/prepared/\(number) \(try hash(old)) \(try hash(new)) \(path)"
    }
    let fields = ["habit journal 2", "refs/heads/main", parent, commit] + files + ["end"]
    try machine.write(".git/habit/journal", fields.map { $0 + "\0" }.joined())
    for number in 0..<2 { try machine.write(".git/habit/prepared/\(number)", old) }
  }

  private func hash(_ text: String) throws -> String {
    try machine.write(".git/hashed", text)
    return try tracker.git("hash-object", "--no-filters", ".git/hashed")
  }

  /// The next change, after which nothing of the crash is left.
  @discardableResult
  private func next() throws -> Transaction.Outcome {
    let outcome = try tracker.commitManualEdits()
    #expect(!machine.exists(".git/habit/journal"))
    #expect(try tracker.shell("ls -A .git/habit/prepared") == "")
    try machine.judge()
    return outcome
  }

  @Test func `a change whose files were in place is finished`() throws {
    let outcome = try next()
    #expect(outcome.id == nil)
    #expect(outcome.manualEdits == [])
    #expect(try tracker.head == commit)
    #expect(try tracker.git("reflog", "-1", "--format=%gs") == "habit: finished after a crash")
    for path in [read, run] { #expect(try machine.read(path) == new) }
  }

  @Test(arguments: [[0], [1], [0, 1]])
  func `files that were not in place yet are put there`(waiting: [Int]) throws {
    for (number, path) in [read, run].enumerated() where waiting.contains(number) {
      try machine.write(path, old)
      try machine.write(".git/habit/prepared/\(number)", new)
    }
    #expect(try next().manualEdits == [])
    #expect(try tracker.head == commit)
    for path in [read, run] { #expect(try machine.read(path) == new) }
  }

  @Test func `an interrupted change is abandoned when a file is neither old nor new`() throws {
    let edited = year(["2026-03-01": 1, "2026-03-07": 7])
    try machine.write(run, edited)
    try machine.write(".git/habit/prepared/1", new)
    _ = try next()
    #expect(try tracker.git("rev-parse", "HEAD^") == parent)
    #expect(try machine.read(run) == edited)
  }

  @Test func `an interrupted change whose branch had moved only updates the index`() throws {
    try tracker.git("update-ref", "refs/heads/main", commit)
    #expect(try next().id == nil)
    #expect(try tracker.head == commit)
  }

  @Test func `a concurrent commit of another program is kept`() throws {
    let theirs = try tracker.shell("git commit-tree -p \(parent) -m theirs HEAD^{tree}")
    try tracker.git("update-ref", "refs/heads/main", theirs)
    try tracker.commitManualEdits()
    #expect(try tracker.git("rev-list", "HEAD").contains(theirs))
    for path in [read, run] {
      #expect(try machine.read(path) == new)
    }
  }

  @Test func `a save that the exchange displaced goes back`() throws {
    let theirs = year(["2026-02-28": 7, "2026-03-01": 1])
    try machine.write(".git/habit/prepared/0", theirs)
    let outcome = try next()
    #expect(outcome.manualEdits.first == "By hand: \(read) (2026-02-28)")
    #expect(try machine.read(read) == theirs)
    #expect(try machine.read(run) == new)
  }

  @Test func `on another branch nothing is finished`() throws {
    try tracker.git("switch", "-qc", "other")
    try next()
    #expect(try tracker.git("rev-parse", "main") == parent)
  }

  @Test(arguments: ["", "habit journal 1\n", "habit journal 2\0a\0-\0-\0", "habit journal 1\nma"])
  func `a truncated journal is ignored`(text: String) throws {
    for path in [read, run] { try machine.write(path, old) }
    try machine.write(".git/habit/journal", text)
    try tracker.commitManualEdits()
    #expect(!machine.exists(".git/habit/journal"))
    #expect(try tracker.head == parent)
  }

  @Test(arguments: [true, false])
  func `a journal of a kind that is not known, or without its end, is not followed`(
    isWhole: Bool
  ) throws {
    let text = try machine.read(".git/habit/journal")
    let other = isWhole ? text.replacing("journal 2", with: "journal 3") : String(text.dropLast())
    try machine.write(".git/habit/journal", other)
    #expect(try tracker.commitManualEdits().manualEdits.count == 2)
    #expect(try tracker.git("rev-parse", "HEAD^") == parent)
    #expect(try tracker.head != commit)
  }

  @Test(arguments: [true, false])
  func `a lock of the branch that we left is removed`(isEmpty: Bool) throws {
    try machine.write(".git/refs/heads/main.lock", isEmpty ? "" : commit + "\n")
    try next()
    #expect(!machine.exists(".git/refs/heads/main.lock"))
    #expect(try tracker.head == commit)
  }

  @Test func `a lock of the index that we left is removed`() throws {
    let leave = ": >.git/habit/index.own; ln .git/habit/index.own .git/index.lock"
    try tracker.shell(leave)
    try next()
    #expect(!machine.exists(".git/index.lock"))
    try tracker.shell(leave)
    #expect(try next().id == nil)
    #expect(!machine.exists(".git/index.lock"))
  }
}
