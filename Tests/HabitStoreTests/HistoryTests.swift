import HabitCore
import HabitStore
import TestSupport
import Testing

@Suite struct HistoryTests {
  private let tracker: Tracker
  private var machine: Machine { tracker.machine }

  init() throws {
    tracker = try Tracker()
    try tracker.git("config", "user.name", "Ada")
    try tracker.git("config", "user.email", "ada@example.org")
  }

  /// Sets totals on a day, the day also being when it is done.
  private func set(_ totals: [String: Int], of habit: String = "read", on day: String) throws {
    let writer = try tracker.writer(on: day)
    try tracker.set(totals, of: habit, subject: "\(habit) \(day)", by: writer)
  }

  private func subjects(_ habit: String?, limit: Int = 100) throws -> [String] {
    let habit = try habit.map { try #require(HabitID($0)) }
    return try tracker.store.history(of: .guest, habit, limit: limit).map(\.subject)
  }

  private func subjects(on day: String) throws -> [String] {
    let (habit, day) = (try #require(HabitID("read")), try #require(Day(day)))
    return try tracker.store.history(of: .guest, habit, on: day).map(\.subject)
  }

  @Test func `the changes of a habit or a user come newest first, at most so many`() throws {
    try set(["2026-03-01": 1], on: "2026-03-01")
    try set(["2026-03-01": 1], of: "run", on: "2026-03-02")
    try set(["2026-03-03": 1], on: "2026-03-03")
    #expect(try subjects("read") == ["read 2026-03-03", "read 2026-03-01"])
    #expect(try subjects("run") == ["run 2026-03-02"])
    #expect(try subjects(nil) == ["read 2026-03-03", "run 2026-03-02", "read 2026-03-01"])
    #expect(try subjects(nil, limit: 2) == ["read 2026-03-03", "run 2026-03-02"])
    #expect(try subjects("rea") == [])
    try machine.write(
      "guest/habits/run/habit.json",
      "{\"name\": \"Run\", \"start\": \"2026-03-01\"}\n"
    )
    try tracker.commitManualEdits()
    #expect(try subjects("run") == ["edit by hand", "run 2026-03-02"])
    #expect(try tracker.store.history(of: try #require(UserID("ada")), nil, limit: 9) == [])
  }

  @Test func `a change has an author, the author's local time and a subject`() throws {
    try machine.write(tracker.path, year(["2026-02-28": 4]))
    try set(["2026-03-01": 1], on: "2026-03-01")
    let changes = try tracker.store.history(of: .guest, nil, limit: 2)
    let change = try #require(changes.first)
    #expect(change.id == (try tracker.head))
    #expect(change.author == "Ada")
    #expect(change.moment == Moment("2026-03-01T09:00:00"))
    #expect(change.subject == "read 2026-03-01")
    #expect(changes.last?.body == "By hand: \(tracker.path) (2026-02-28)")
  }

  @Test func `times are shown in the time zone of the change`() throws {
    try machine.write(tracker.path, year(["2026-03-01": 1]))
    try tracker.shell(
      "git add guest; GIT_AUTHOR_DATE=2026-03-05T23:30:00-0330 git commit -qm theirs"
    )
    let change = try #require(try tracker.store.history(of: .guest, nil, limit: 1).first)
    #expect(change.moment == Moment("2026-03-05T23:30:00"))
    #expect(change.author == "Eve")
  }

  @Test func `the changes of a day are those that wrote its record`() throws {
    try set(["2026-03-01": 1], on: "2026-03-01")
    try set(["2026-03-02": 1], on: "2026-03-02")
    try set(["2026-03-01": 2, "2026-03-03": 1], on: "2026-03-03")
    #expect(try subjects(on: "2026-03-01") == ["read 2026-03-03", "read 2026-03-01"])
    #expect(try subjects(on: "2026-03-02") == ["read 2026-03-02"])
    #expect(try subjects(on: "2026-03-04") == [])
    #expect(try subjects(on: "2025-03-01") == [])
  }

  @Test func `another spelling is not a change, and taking a record out is one`() throws {
    try set(["2026-03-01": 1, "2026-03-02": 1], on: "2026-03-01")
    try machine.write(tracker.path, "{\"2026-03-02\":1.0, \"2026-03-01\": 1}")
    try tracker.shell("git commit -qam spelling")
    try machine.write(tracker.path, year(["2026-03-02": 1]))
    try tracker.shell("git commit -qam gone")
    #expect(try subjects(on: "2026-03-01") == ["gone", "read 2026-03-01"])
    #expect(try subjects(on: "2026-03-02") == ["read 2026-03-01"])
  }

  @Test func `a version that cannot be read is passed over`() throws {
    try set(["2026-03-01": 1], on: "2026-03-01")
    try machine.write(tracker.path, "{\"2026-03-01\": ")
    try tracker.shell("git commit -qam broken")
    try machine.write(tracker.path, year(["2026-03-01": 1]))
    try tracker.shell("git commit -qam mended")
    #expect(try subjects(on: "2026-03-01") == ["read 2026-03-01"])
  }

  @Test func `a repository without commits has no history`() throws {
    try tracker.shell("rm -rf .git; git init -qb main")
    #expect(try subjects(nil) == [])
    #expect(try subjects(on: "2026-03-01") == [])
  }
}
