import HabitCore
import HabitFiles
import HabitMerge
import Testing

/// A change that is taken back from a file that may have changed since.
@Suite struct UndoingTests {
  /// A line before and after a change, as it is now, and without the change; nil without one.
  struct Example: Sendable {
    let rule: String
    let before: String?
    let after: String?
    let now: String?
    let undone: String?
    var kept: [String] = []
  }

  private static let stamp = "2026-03-06T10:15:00Z a"

  static let examples = [
    Example(
      rule: "an entry becomes undone",
      before: #"{"progress": 1, "at": ["07:00:00 a"]}"#,
      after: #"{"progress": 3, "at": ["07:00:00 a", "08:00:00 a +2"]}"#,
      now: #"{"progress": 3, "at": ["07:00:00 a", "08:00:00 a +2"]}"#,
      undone: #"{"progress": 1, "at": ["07:00:00 a"], "undone": ["08:00:00 a"]}"#
    ),
    Example(
      rule: "entries of others stay",
      before: nil,
      after: #"{"progress": 1, "at": ["08:00:00 a"]}"#,
      now: #"{"progress": 3, "at": ["08:00:00 a", "09:00:00 b +2"], "note": "rain"}"#,
      undone:
        #"{"progress": 2, "at": ["09:00:00 b +2"], "note": "rain", "undone": ["08:00:00 a"]}"#
    ),
    Example(
      rule: "an undone entry comes back",
      before: #"{"progress": 1, "at": ["08:00:00 a"]}"#,
      after: #"{"undone": ["08:00:00 a"]}"#,
      now: #"{"progress": 1, "at": ["09:00:00 b"], "undone": ["08:00:00 a"]}"#,
      undone: #"{"progress": 2, "at": ["08:00:00 a", "09:00:00 b"]}"#
    ),
    Example(
      rule: "a first value goes, and when it went is noted",
      before: nil,
      after: #"{"difficulty": 3}"#,
      now: #"{"difficulty": 3}"#,
      undone: #"{"changed": {"difficulty": "2026-03-06T10:15:00Z a"}}"#
    ),
    Example(
      rule: "a value gets the one that it had",
      before: #"{"difficulty": 3}"#,
      after: #"{"difficulty": 5, "changed": {"difficulty": "2026-03-05T10:00:00Z a"}}"#,
      now: #"{"difficulty": 5, "changed": {"difficulty": "2026-03-05T10:00:00Z a"}}"#,
      undone: #"{"difficulty": 3, "changed": {"difficulty": "2026-03-06T10:15:00Z a"}}"#
    ),
    Example(
      rule: "a value is later than what it replaces, whatever the clock says",
      before: #"{"skip": "sick"}"#,
      after: #"{"skip": "rest", "changed": {"skip": "2026-03-06T20:00:00Z a"}}"#,
      now: #"{"skip": "rest", "changed": {"skip": "2026-03-06T20:00:00Z a"}}"#,
      undone: #"{"skip": "sick", "changed": {"skip": "2026-03-06T20:00:01Z a"}}"#
    ),
    Example(
      rule: "a value that an undo of this device put back is its own",
      before: nil,
      after: #"{"difficulty": 3}"#,
      now: #"{"difficulty": 3, "changed": {"difficulty": "2026-03-05T10:00:00Z a"}}"#,
      undone: #"{"changed": {"difficulty": "2026-03-06T10:15:00Z a"}}"#
    ),
    Example(
      rule: "the same value that another wrote since stays",
      before: nil,
      after: #"{"difficulty": 3}"#,
      now: #"{"difficulty": 3, "changed": {"difficulty": "2026-03-05T10:00:00Z b"}}"#,
      undone: #"{"difficulty": 3, "changed": {"difficulty": "2026-03-05T10:00:00Z b"}}"#,
      kept: ["difficulty"]
    ),
    Example(
      rule: "another value stays and is told",
      before: #"{"difficulty": 3}"#,
      after: #"{"difficulty": 5, "changed": {"difficulty": "2026-03-05T10:00:00Z a"}}"#,
      now: #"{"difficulty": 4, "changed": {"difficulty": "2026-03-06T10:00:00Z b"}}"#,
      undone: #"{"difficulty": 4, "changed": {"difficulty": "2026-03-06T10:00:00Z b"}}"#,
      kept: ["difficulty"]
    ),
    Example(
      rule: "a typed total goes, entries since then stay",
      before: nil,
      after: "5",
      now: #"{"progress": 7, "typed": 5, "at": ["09:00:00 b +2"]}"#,
      undone:
        #"{"progress": 2, "at": ["09:00:00 b +2"], "changed": {"typed": "2026-03-06T10:15:00Z a"}}"#
    ),
    Example(
      rule: "a text of a note goes, another's stays",
      before: nil,
      after: #"{"note": "rain"}"#,
      now: #"{"note": ["rain", "wind"]}"#,
      undone: #"{"note": "wind"}"#
    ),
    Example(
      rule: "a note that another wrote anew stays and is told",
      before: #"{"note": "rain"}"#,
      after: #"{"note": "heavy rain"}"#,
      now: #"{"note": "sun"}"#,
      undone: #"{"note": "sun"}"#,
      kept: ["note"]
    ),
    Example(
      rule: "a key of another program is taken back as a field",
      before: nil,
      after: #"{"progress": 1, "mood": "good"}"#,
      now: #"{"progress": 1, "mood": "good"}"#,
      undone:
        #"{"changed": {"mood": "2026-03-06T10:15:00Z a", "typed": "2026-03-06T10:15:00Z a"}}"#
    ),
    Example(
      rule: "what is taken back already is left as it is",
      before: nil,
      after: #"{"progress": 1, "at": ["08:00:00 a"], "difficulty": 2}"#,
      now: #"{"undone": ["08:00:00 a"], "changed": {"difficulty": "2026-03-05T10:00:00Z b"}}"#,
      undone: #"{"undone": ["08:00:00 a"], "changed": {"difficulty": "2026-03-05T10:00:00Z b"}}"#
    ),
  ]

  private func file(_ record: String?) -> [UInt8] {
    Array((record.map { "{\n  \"2026-03-05\": \($0)\n}\n" } ?? "{}\n").utf8)
  }

  @Test(arguments: examples) func `a change of a day is taken back`(example: Example) throws {
    let stamp = try #require(Stamp(UndoingTests.stamp))
    let habit = try #require(HabitID("read"))
    let change = FileChange(
      of: .year(.guest, habit, 2026),
      from: file(example.before),
      to: file(example.after)
    )
    let undone = try FileMerge.ofYear().undoing(change, in: file(example.now), stamp: stamp)
    #expect(
      String(decoding: undone.bytes, as: UTF8.self)
        == String(decoding: file(example.undone), as: UTF8.self),
      "\(example.rule)"
    )
    #expect(undone.kept.map(\.field) == example.kept, "\(example.rule)")
    #expect(undone.differences.isEmpty == (example.undone == example.now), "\(example.rule)")
  }

  @Test func `other days and their white space stay to the byte`() throws {
    let stamp = try #require(Stamp(UndoingTests.stamp))
    let habit = try #require(HabitID("read"))
    let before = "{\n  \"2026-03-01\": 1\n}\n"
    let after = "{\n  \"2026-03-01\": 1,\n  \"2026-03-02\": {\"at\": [\"09:00:00 a\"]}\n}\n"
    let now =
      "{\r\n\"2026-03-01\":1.0,\r\n  \"2026-03-02\": {\"at\": [\"09:00:00 a\"]},\r\n"
      + "  \"2026-03-03\": 7\r\n}\r\n"
    let change = FileChange(
      of: .year(.guest, habit, 2026),
      from: Array(before.utf8),
      to: Array(after.utf8)
    )
    let undone = try FileMerge.ofYear().undoing(change, in: Array(now.utf8), stamp: stamp)
    #expect(
      String(decoding: undone.bytes, as: UTF8.self)
        == "{\r\n\"2026-03-01\":1.0,\r\n  \"2026-03-02\": {\"undone\": [\"09:00:00 a\"]},\r\n"
        + "  \"2026-03-03\": 7\r\n}\r\n"
    )
  }

  @Test func `a day that is not meant stays`() throws {
    let stamp = try #require(Stamp(UndoingTests.stamp))
    let habit = try #require(HabitID("read"))
    let after = Array("{\n  \"2026-03-01\": 1,\n  \"2026-03-02\": 2\n}\n".utf8)
    let day = try #require(Day("2026-03-02"))
    let change = FileChange(of: .year(.guest, habit, 2026), from: nil, to: after)
    let undone = try FileMerge.ofYear().undoing(change, in: after, days: [day], stamp: stamp)
    #expect(undone.differences.map(\.day) == ["2026-03-02", "2026-03-02"])
    #expect(String(decoding: undone.bytes, as: UTF8.self).contains("\"2026-03-01\": 1,\n"))
  }

  @Test func `a setting, a list and a name are taken back one by one`() throws {
    let stamp = try #require(Stamp(UndoingTests.stamp))
    let habit = try #require(HabitID("read"))
    let before = #"{"name": "Read", "goal": "1 page", "start": "2026-01-01"}"#
    let after =
      #"{"name": "Books", "aka": ["Read"], "#
      + #""goal": {"2026-01-01": "1 page", "2026-03-05": "9 pages"}, "start": "2026-01-01", "#
      + #""changed": {"goal/2026-03-05": "2026-03-05T10:00:00Z a"}}"#
    let now =
      #"{"name": "Books", "aka": ["Read", "Reading"], "icon": "📖", "#
      + #""goal": {"2026-01-01": "1 page", "2026-03-05": "9 pages", "2026-04-01": "2 pages"}, "#
      + #""start": "2026-01-01", "changed": {"goal/2026-03-05": "2026-03-05T10:00:00Z a"}}"#
    let change = FileChange(
      of: .habit(.guest, habit),
      from: Array(before.utf8),
      to: Array(after.utf8)
    )
    let undone = try FileMerge.ofHabit().undoing(change, in: Array(now.utf8), stamp: stamp)
    let document = try HabitDocument(.guest, habit, bytes: undone.bytes)
    #expect(document.habit.name.text == "Read")
    #expect(document.habit.aliases == ["Reading"])
    #expect(document.habit.icon == "📖")
    #expect(document.habit.goal.entries.map { "\($0.value)" } == ["1 page", "2 pages"])
    #expect(undone.differences.map(\.field) == ["goal/2026-03-05", "name", "aka"])
  }

  @Test func `a habit that a change made becomes deleted from its start`() throws {
    let stamp = try #require(Stamp(UndoingTests.stamp))
    let habit = try #require(HabitID("read"))
    let made = Array("{\n  \"name\": \"Read\",\n  \"start\": \"2026-01-01\"\n}\n".utf8)
    let change = FileChange(of: .habit(.guest, habit), from: nil, to: made)
    let undone = try FileMerge.ofHabit().undoing(change, in: made, stamp: stamp)
    let document = try HabitDocument(.guest, habit, bytes: undone.bytes)
    #expect(document.habit.deleted == Day("2026-01-01"))
    let back = FileChange(of: .habit(.guest, habit), from: made, to: undone.bytes)
    let redone = try FileMerge.ofHabit().undoing(back, in: undone.bytes, stamp: stamp)
    #expect(try HabitDocument(.guest, habit, bytes: redone.bytes).habit.deleted == nil)
  }
}
