import HabitCore
import HabitFiles
import TestSupport
import Testing

/// All of a user's files are read, and one that is wrong hides no other.
@Suite struct TrackerReaderTests {
  private let files = [
    "guest/habits/read/habit.json": "{\"name\": \"Read\", \"start\": \"2026-01-01\"}",
    "guest/habits/read/2026.json": "{\"2026-03-01\": 1}",
    "guest/habits/swim/habit.json": "{\"name\": \"Swim\", \"start\": \"2026-01-01\"}",
    "guest/habits/swim/2025.json": "{\"2025-03-01\": 1}",
    "guest/habits/swim/2026.json": "{\"2026-03-01\": x}",
    "guest/habits/run/habit.json": "{\"name\": 3}",
    "guest/habits/Bad Name/habit.json": "{}",
    "guest/profile.json": "{\"weekStart\": \"sunday\"}",
  ]

  private func reader(_ files: [String: String]) -> TrackerReader {
    TrackerReader(
      FileTree(files.mapValues { Array($0.utf8) }),
      taken: FileTree([:]),
      user: .guest
    )
  }

  @Test func `every problem is told at once, in order, and the rest is read`() {
    let reading = reader(files).read(.everything)
    #expect(reading.tracker.habits.map(\.habit.id.text) == ["read"])
    #expect(reading.broken.map(\.text) == ["run", "swim"])
    #expect(reading.tracker.profile.weekStart == .sunday)
    #expect(
      reading.problems.map { "\($0.path):\($0.line ?? 0) \($0.isError)" } == [
        "guest/habits/Bad Name/habit.json:0 false",
        "guest/habits/run/habit.json:1 true",
        "guest/habits/run/habit.json:1 true",
        "guest/habits/swim/2026.json:1 true",
      ]
    )
  }

  @Test func `only the years that are asked for are read`() throws {
    let files = files
    let tree = FileTree(paths: Array(files.keys)) { (path) throws(FileTreeError) in
      guard path != "guest/habits/swim/2025.json", let text = files[path] else {
        throw .unreadable(reason: "it must not be read")
      }
      return Array(text.utf8)
    }
    let day = try #require(Day("2026-03-01"))
    let reading = TrackerReader(tree, taken: FileTree([:]), user: .guest)
      .read(.days({ _ in day...day }, allOf: []))
    #expect(!reading.problems.contains { $0.path.hasSuffix("2025.json") })
    let whole = TrackerReader(tree, taken: FileTree([:]), user: .guest).read(.everything)
    #expect(whole.problems.contains { $0.message.contains("must not be read") })
  }

  @Test func `the quick count of a file is that of its records`() throws {
    let id = try #require(HabitID("read"))
    for seed in UInt64(0)..<200 {
      var random = Generator(seed: seed)
      var lines: [String] = []
      for day in 10...27 where !random.chance(oneIn: 4) {
        let amount = random.number(in: 0...40)
        let value =
          switch random.number(in: 0...4) {
          case 0: "\(amount).\(random.number(in: 0...9))"
          case 1: "{\"skip\": \"rest\"}"
          case 2: "{\"at\": [\"07:00:00 a to \(amount)\", \"08:00:00 b +0.5\"], \"typed\": -1}"
          case 3: "{\"progress\": \(amount), \"at\": [\"09:00:00 b +2\", \"08:00:00 a +3\"]}"
          default: "{\"at\": [\"2026-12-31T07:00:00 a\", \"08:00:00 b to 2\"], \"x\": 1}"
          }
        lines.append("\"2026-02-\(day)\": \(value)")
      }
      let text = "{" + lines.joined(separator: ",\n") + "}"
      let reading = reader([
        "guest/habits/read/habit.json": "{\"name\": \"Read\", \"start\": \"2026-01-01\"}",
        "guest/habits/read/2026.json": text,
      ]).read(.everything)
      let document = try YearDocument(.guest, id, year: 2026, bytes: Array(text.utf8), taken: nil)
      let tallies = document.days.map {
        Tally(of: document.record(on: $0), on: $0, dayStart: .midnight)
      }
      try #require(reading.tracker.habits.first?.tallies == tallies, "seed \(seed)\n\(text)")
    }
  }

  @Test func `a definition is spelled, read and formatted to the same`() throws {
    var habit = Habit(
      id: try #require(HabitID("smoke")),
      name: try Name("Smoke \"less\""),
      start: try #require(Day("2026-03-01"))
    )
    habit.kind = .breaking(baseline: Amount(12), unlogged: .kept)
    habit.goal = try #require(Dated([(from: habit.start, value: try Goal("3 times"))]))
    habit.tags = ["health", "é"]
    habit.color = Color("#00ff7f")
    habit.pauses = [DaySpan(start: habit.start, end: nil)]
    habit.reminders = [try #require(TimeOfDay("09:00"))]
    let bytes = try #require(HabitDocument(new: habit, of: .guest).edit?.after)
    let read = try HabitDocument(.guest, habit.id, bytes: bytes)
    #expect(read.habit == habit)
    #expect(try read.formatted().edit == nil)
  }
}
