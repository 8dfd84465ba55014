import HabitCore
import HabitFiles
import TestSupport
import Testing

/// Every problem has an input that causes it, and its whole message stands in a golden file.
@Suite struct ProblemTests {
  static let years = [
    "", " \n", "[]", "{", "{]", "{\"2026-03-01\": 1", "{\"2026-03-01\": 1,}",
    "{\"2026-03-01\": 1 \"2026-03-02\": 2}", "{\"2026-03-01\" 1}", "{2026: 1}", "{'a': 1}",
    "{\"2026-03-01\": 1} x", "{\n<<<<<<< ours\n\"2026-03-01\": 1\n}", "{ // no\n}", "{\"a\": NaN}",
    "{\"2026-03-01\": 01}", "{\"2026-03-01\": .5}", "{\"2026-03-01\": -1}",
    "{\"2026-03-01\": 0.0001}", "{\"2026-03-01\": 1e99}", "{\"2026-03-01\": \"3\"}",
    "{\"2026-03-01\": 1, \"2026-03-01\": 2}", "{\"2026-02-30\": 1}", "{\"2025-03-01\": 1}",
    "{\"2026-03-01\": {\"progress\": 1, \"progress\": 2}}",
    "{\"2026-03-01\": {\"mood\": 1, \"mood\": 2}}", "{\"2026-03-01\": {\"xp\": 50}}",
    "{\"level\": 3}", "{\"2026-03-01\": {\"at\": \"07:00:00 mbp\"}}",
    "{\"2026-03-01\": {\"at\": [\"07:00 mbp\"]}}", "{\"2026-03-01\": {\"at\": [\"07:00:00\"]}}",
    "{\"2026-03-01\": {\"at\": [\"07:00:00 mbp +x\"]}}", "{\"2026-03-01\": {\"at\": [7]}}",
    "{\"2026-03-01\": {\"at\": [\"07:00:00 mbp\", \"07:00:00 mbp +2\"]}}",
    "{\"2026-03-01\": {\"at\": [\"07:00:00 mbp\"], \"undone\": [\"07:00:00 mbp\"]}}",
    "{\"2026-03-01\": {\"skip\": \"lazy\"}}", "{\"2026-03-01\": {\"difficulty\": 6}}",
    "{\"2026-03-01\": {\"difficulty\": 2.5}}", "{\"2026-03-01\": {\"note\": 3}}",
    "{\"2026-03-01\": {\"note\": \"\(String(repeating: "n", count: 2_001))\"}}",
    "{\"2026-03-01\": {\"undone\": [\"x\"]}}",
    "{\"2026-03-01\": {\"changed\": {\"typed\": \"x\"}}}",
    "{\"2026-03-01\": {\"note\": \"tab\there\"}}", "{\"2026-03-01\": {\"note\": \"open}}",
    "{\"2026-03-01\": {\"note\": \"\\q\"}}", "{\"2026-03-01\": {\"note\": \"\\ud800\"}}",
    "{\"読書\": 1}", "{\"a\u{1B}[31m\": 1}", "{\"2026-03-01\": yes}",
    "{\"2026-03-01\": {\"a\": \(String(repeating: "[", count: 40))}}",
  ]

  static let definitions =
    [
      "{}", "{\"name\": \"\", \"start\": \"2026-03-01\"}", "{\"name\": \"a\", \"start\": \"soon\"}",
      "{\"name\": 3, \"start\": 4}",
      "{\"name\": \"a\", \"start\": \"2026-03-02\", \"end\": \"2026-03-01\"}",
    ]
    + [
      "\"goal\": \"0 x\"", "\"goal\": \"many\"", "\"goal\": {}", "\"goal\": {\"x\": \"1 a\"}",
      "\"goal\": \"5000 steps\"", "\"schedule\": \"now and then\"", "\"schedule\": 3",
      "\"type\": \"vice\"", "\"baseline\": 3", "\"unlogged\": \"kept\"",
      "\"type\": \"breaking\", \"goal\": \"5 x\", \"baseline\": 5", "\"icon\": \"ab\"",
      "\"color\": \"pink\"", "\"description\": \"\(String(repeating: "d", count: 201))\"",
      "\"paused\": {\"2026-03-05\": \"2026-03-01\"}", "\"paused\": [1]", "\"tags\": \"a\"",
      "\"reminders\": [\"9:00\", \"09:00\", \"09:00\"]", "\"scedule\": \"daily\"", "\"streak\": 3",
      "\"deleted\": true",
    ].map { "{\"name\": \"a\", \"start\": \"2026-03-01\", \($0)}" }

  @Test func `every problem says what, where and what next`() throws {
    let id = try #require(HabitID("read"))
    var told = ""
    func tell(_ input: String, _ problems: [Problem]) {
      let shown = input.count > 100 ? input.prefix(90) + "…" : input[...]
      told += "# \(shown.replacing("\u{1B}", with: "ESC"))\n"
      told += problems.map { "\($0)\n" }.joined() + "\n"
    }
    for text in Self.years {
      do {
        let document = try YearDocument(
          .guest,
          id,
          year: 2026,
          bytes: Array(text.utf8),
          taken: nil
        )
        tell(text, document.warnings)
      } catch {
        tell(text, error.problems)
      }
    }
    for text in Self.definitions {
      do {
        tell(text, try HabitDocument(.guest, id, bytes: Array(text.utf8)).warnings)
      } catch {
        tell(text, error.problems)
      }
    }
    expectGolden(told, "problems.txt")
  }

  @Test func `bytes that are not UTF-8 are named by their place`() throws {
    let id = try #require(HabitID("read"))
    let bytes = Array("{\n  \"2026-03-01\": {\"note\": \"a".utf8) + [0xFF] + Array("\"}}".utf8)
    do {
      _ = try YearDocument(.guest, id, year: 2026, bytes: bytes, taken: nil)
      Issue.record("it was read")
    } catch {
      #expect(error.problems.map { [$0.line, $0.column] } == [[2, 28]])
    }
  }
}
