import HabitCore
import HabitFiles
import TestSupport
import Testing

/// A definition that is changed keeps every byte that does not say the change.
struct DefinitionEditingTests {
  private let user = UserID.guest
  private let id: HabitID
  private let stamp: Stamp

  init() throws {
    id = try #require(HabitID("read"))
    stamp = try #require(Stamp("2026-03-06T10:15:00Z mbp"))
  }

  private func edited(
    _ text: String,
    _ change: (inout Habit) throws -> Void
  ) throws -> String {
    let document = try HabitDocument(user, id, bytes: Array(text.utf8))
    var habit = document.habit
    try change(&habit)
    let changed = try document.changed(to: habit, stamp: stamp)
    #expect(changed.habit == habit)
    return String(decoding: changed.edit?.after ?? Array(text.utf8), as: UTF8.self)
  }

  private func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test func `a key goes to its place and looks like its neighbours`() throws {
    let text = "{\n    \"name\": \"Read\",\n    \"start\": \"2026-01-01\"\n}\n"
    #expect(
      try edited(text) { $0.icon = "📚" }
        == "{\n    \"name\": \"Read\",\n    \"icon\": \"📚\",\n    \"start\": \"2026-01-01\"\n}\n"
    )
    let line = "{\"start\": \"2026-01-01\", \"name\": \"Read\"}"
    #expect(
      try edited(line) { $0.end = try day("2026-02-01") }
        == "{\"start\": \"2026-01-01\", \"name\": \"Read\", \"end\": \"2026-02-01\"}"
    )
  }

  @Test func `a first key goes before the others`() throws {
    let document = try ProfileDocument(
      user,
      bytes: Array("{\n  \"weekStart\": \"sunday\"\n}\n".utf8)
    )
    var profile = document.profile
    profile.name = try Name("Ann")
    let changed = try document.changed(to: profile, stamp: stamp)
    let after = try #require(changed.edit).after
    #expect(
      String(decoding: after, as: UTF8.self)
        == "{\n  \"name\": \"Ann\",\n  \"weekStart\": \"sunday\"\n}\n"
    )
  }

  @Test func `unknown keys, spacing and spelling of the rest stay`() throws {
    let text = """
      { "name" : "Read" , "mine": [1,2],
        "goal": "2  pages", "start":"2026-01-01"   , "tags": ["a",  "b"] }

      """
    #expect(
      try edited(text) { $0.tags = ["a", "b", "c"] }
        == text.replacing("[\"a\",  \"b\"]", with: "[\"a\", \"b\", \"c\"]")
    )
  }

  @Test func `replacing or removing a value stamps it, a first value has no stamp`() throws {
    let text = "{\"name\": \"Read\", \"icon\": \"📚\", \"start\": \"2026-01-01\"}"
    #expect(
      try edited(text) {
        $0.icon = nil
        $0.description = "A book"
      }
        == "{\"name\": \"Read\", \"description\": \"A book\", \"start\": \"2026-01-01\", "
        + "\"changed\": {\"icon\": \"2026-03-06T10:15:00Z mbp\"}}"
    )
  }

  @Test func `stamps of a definition only grow`() throws {
    let text =
      "{\"name\": \"Read\", \"start\": \"2026-01-01\", "
      + "\"changed\": {\"start\": \"2026-03-07T00:00:00Z pho\"}}"
    #expect(
      try edited(text) { $0.name = try Name("Books") }.contains(
        "\"changed\": {\"name\": \"2026-03-07T00:00:01Z mbp\", \"start\": \"2026-03-07T00:00:00Z pho\"}"
      )
    )
  }

  @Test func `a stamp of a clock that is a day ahead is not followed`() throws {
    let text =
      "{\"name\": \"Read\", \"start\": \"2026-01-01\", "
      + "\"changed\": {\"start\": \"2026-03-07T10:15:01Z pho\"}}"
    #expect(
      try edited(text) { $0.name = try Name("Books") }.contains(
        "\"name\": \"2026-03-06T10:15:00Z mbp\""
      )
    )
  }

  @Test func `an entry of a map is written alone`() throws {
    let text = """
      {
        "name": "Read",
        "goal": {
          "2026-01-01": "2  pages",
          "2026-02-01": "5 pages"
        },
        "start": "2026-01-01"
      }

      """
    let inserted = try edited(text) {
      $0.goal = $0.goal.setting(
        try Goal("9 pages"),
        from: try day("2026-03-01"),
        beginning: $0.start
      )
    }
    #expect(
      inserted
        == text.replacing(
          "\"5 pages\"\n",
          with: "\"5 pages\",\n    \"2026-03-01\": \"9 pages\"\n"
        ).replacing(
          "\"2026-01-01\"\n}",
          with:
            "\"2026-01-01\",\n  \"changed\": {\"goal/2026-03-01\": \"2026-03-06T10:15:00Z mbp\"}\n}"
        )
    )
    let replaced = try edited(text) {
      $0.goal = $0.goal.setting(
        try Goal("9 pages"),
        from: try day("2026-02-01"),
        beginning: $0.start
      )
    }
    #expect(
      replaced
        == text.replacing("5 pages", with: "9 pages").replacing(
          "\"2026-01-01\"\n}",
          with:
            "\"2026-01-01\",\n  \"changed\": {\"goal/2026-02-01\": \"2026-03-06T10:15:00Z mbp\"}\n}"
        )
    )
  }

  @Test func `a plain value becomes a map that begins with the habit`() throws {
    let text =
      "{\n  \"name\": \"Read\",\n  \"goal\": \"2 pages\",\n  \"start\": \"2026-01-01\"\n}\n"
    let after = try edited(text) {
      $0.goal = $0.goal.setting(
        try Goal("9 pages"),
        from: try day("2026-03-01"),
        beginning: $0.start
      )
    }
    #expect(
      after.contains("  \"goal\": {\"2026-01-01\": \"2 pages\", \"2026-03-01\": \"9 pages\"},\n")
    )
  }

  @Test func `an invalid definition is refused with its place`() throws {
    let text = "{\"name\": \"Read\", \"start\": \"2026-03-01\"}"
    let document = try HabitDocument(user, id, bytes: Array(text.utf8))
    var habit = document.habit
    habit.end = try day("2026-01-01")
    #expect(throws: FileProblems.self) { try document.changed(to: habit, stamp: stamp) }
  }

  @Test func `any habit is reached from any other, and nothing else changes`() throws {
    for seed in 0..<300 {
      var random = Generator(seed: UInt64(seed))
      let (from, to) = (try habit(&random), try habit(&random))
      let new = HabitDocument(new: from, of: user)
      var text = String(decoding: try #require(new.edit).after, as: UTF8.self)
      text = text.replacing("\n}", with: ",\n  \"zz\": {\"own\":  1}\n}")
      let document = try HabitDocument(user, id, bytes: Array(text.utf8))
      let changed = try document.changed(to: to, stamp: stamp)
      #expect(changed.habit == to, "seed \(seed)")
      let after = String(decoding: changed.edit?.after ?? [], as: UTF8.self)
      #expect(from == to || after.contains("\"zz\": {\"own\":  1}"), "seed \(seed)")
    }
  }

  private func habit(_ random: inout Generator) throws -> Habit {
    var habit = Habit(
      id: id,
      name: try Name(random.chance(oneIn: 2) ? "Read" : "Books"),
      start: try day("2026-01-01")
    )
    if random.chance(oneIn: 2) { habit.icon = "📚" }
    if random.chance(oneIn: 2) { habit.tags = ["a", "b"] }
    if random.chance(oneIn: 2) { habit.kind = .breaking(baseline: Amount(9), unlogged: .kept) }
    for month in 1...3 where random.chance(oneIn: 2) {
      habit.goal = habit.goal.setting(
        try Goal("\(random.number(in: 1...8)) pages"),
        from: try day("2026-0\(month)-01"),
        beginning: habit.start
      )
    }
    if random.chance(oneIn: 2) { habit = habit.archived(from: try day("2026-02-01")) }
    if random.chance(oneIn: 2) { habit = habit.deleted(from: try day("2026-02-05")) }
    if random.chance(oneIn: 2) { habit = habit.restored(on: try day("2026-02-09")) }
    return habit
  }

  @Test func `the order of habits is written as a list, and stamped when it changes`() throws {
    let text = "{\n  \"name\": \"Ann\"\n}\n"
    let document = try ProfileDocument(user, bytes: Array(text.utf8))
    var profile = document.profile
    profile.order = [try #require(HabitID("swim")), id]
    let ordered = try document.changed(to: profile, stamp: stamp)
    let bytes = try #require(ordered.edit?.after)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "{\n  \"name\": \"Ann\",\n  \"order\": [\"swim\", \"read\"]\n}\n"
    )
    profile.order = [id]
    let again = try ProfileDocument(user, bytes: bytes).changed(to: profile, stamp: stamp)
    let changed = String(decoding: try #require(again.edit?.after), as: UTF8.self)
    #expect(changed.contains("\"changed\": {\"order\": \"2026-03-06T10:15:00Z mbp\"}"))
  }

  @Test func `what is not a habit's id in the order is told and passed over`() throws {
    let text = "{\"order\": [\"read\", \"No id\", \"read\", \"swim\"]}"
    let document = try ProfileDocument(user, bytes: Array(text.utf8))
    #expect(document.profile.order.map(\.text) == ["read", "swim"])
    #expect(
      document.warnings.map(\.message) == [
        "\"No id\" in \"order\" is not a habit's id", "\"read\" in \"order\" occurs twice",
      ]
    )
  }

  @Test func `what people type for a goal and a schedule is read`() throws {
    let text =
      "{\"name\": \"Run\", \"start\": \"2026-01-01\", \"goal\": \"20km/week\", "
      + "\"schedule\": \"daily\"}"
    let habit = try HabitDocument(user, id, bytes: Array(text.utf8)).habit
    #expect("\(habit.goal.value(on: habit.start))" == "20 km a week")
    let odd = text.replacing("daily", with: "weekdays")
    let document = try HabitDocument(user, id, bytes: Array(odd.utf8))
    #expect(
      document.warnings.map(\.message)
        == ["\"weekdays\" says nothing while the goal is 20 km a week, counted over the week"]
    )
  }
}
