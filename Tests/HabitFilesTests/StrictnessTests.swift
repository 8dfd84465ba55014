import Foundation
import HabitCore
import HabitFiles
import TestSupport
import Testing

/// The reader takes what a strict JSON reader takes, and nothing else.
@Suite struct StrictnessTests {
  /// Python's reader made strict: no NaN, no key twice, no half surrogate pairs.
  private static let judge = """
    import json, sys
    def refuse(_): raise ValueError
    def once(pairs):
        if len({k for k, _ in pairs}) != len(pairs): raise ValueError
        return dict(pairs)
    for line in open(sys.argv[1], encoding="utf-8"):
        try:
            value = json.loads(json.loads(line), parse_constant=refuse, object_pairs_hook=once)
            json.dumps(value, ensure_ascii=False).encode("utf-8")
            print("yes")
        except (ValueError, RecursionError):
            print("no")
    """

  private func value(_ random: inout Generator, depth: Int) -> String {
    switch random.number(in: 0...(depth > 0 ? 9 : 6)) {
    case 0: return "null"
    case 1: return random.chance(oneIn: 2) ? "true" : "false"
    case 2: return "\(random.number(in: -50...50))"
    case 3:
      let sign = ["", "+", "-"][random.number(in: 0...2)]
      return "\(random.number(in: 0...9)).\(random.number(in: 0...99))e\(sign)12"
    case 4:
      return "\"\\u00\(random.number(in: 10...99)) \\\\ \\\" \\/ \\n é 漢 \\ud83d\\ude00\""
    case 5: return "\"\""
    case 6: return " \(random.number(in: 0...9)) "
    case 7: return "[]"
    case 8:
      let values = (0...random.number(in: 0...2)).map { _ in value(&random, depth: depth - 1) }
      return "[" + values.joined(separator: ", ") + "]"
    default:
      let members = (0...random.number(in: 0...2)).map { number in
        "\"k\(number)\": " + value(&random, depth: depth - 1)
      }
      return "{" + members.joined(separator: ",\n") + "}"
    }
  }

  @Test(arguments: [
    #"{"2026-03-01": {"note": "a\u0000b"}}"#, #"{"2026-03-01": {"note": ["x", "\u0000"]}}"#,
    #"{"2026-03-01": {"progress": 1, "x": {"y": ["\u0000"]}}}"#,
    #"{"2026-03-01": {"progress": 1, "\u0000": 1}}"#,
    #"{"2026-03-01": {"changed": {"\u0000": "2026-03-01T09:00:00Z mbp"}}}"#,
  ]) func `U+0000 in a text of a day is an error at its place`(text: String) throws {
    let id = try #require(HabitID("read"))
    let column = try #require(text.firstRange(of: "\\u0000")).lowerBound
    let error = #expect(throws: FileProblems.self) {
      try YearDocument(.guest, id, year: 2026, bytes: Array(text.utf8), taken: nil)
    }
    let problems = try #require(error).problems.filter { $0.message.contains("U+0000") }
    #expect(problems.map(\.column) == [text.distance(from: text.startIndex, to: column) + 1])
  }

  @Test(arguments: ["description", "unknown", "icon"])
  func `U+0000 in a text of a definition is an error at its place`(key: String) throws {
    let text = Array(#"{"name": "Read", "start": "2026-01-01", "\#(key)": "\u0000"}"#.utf8)
    let id = try #require(HabitID("read"))
    let column = 46 + key.utf8.count
    for read in [
      { _ = try HabitDocument(.guest, id, bytes: text) },
      { _ = try ProfileDocument(.guest, bytes: text) },
    ] as [() throws -> Void] {
      let error = #expect(throws: FileProblems.self) { try read() }
      #expect(error?.problems.map(\.column) == [column])
      #expect(error?.problems.first?.message.contains("U+0000") == true)
    }
  }

  @Test(arguments: ["goal", "schedule", "paused"], [10_000, 10_001])
  func `a setting has ten thousand dates at most`(key: String, count: Int) throws {
    let day = try #require(Day("2026-01-01"))
    let value = ["goal": "8 x", "schedule": "daily"][key]
    let dates = (0..<count).map { number in
      let day = day.advanced(by: 2 * number)
      return "\"\(day)\": \"\(value ?? "\(day)")\""
    }
    let text =
      "{\"name\": \"A\", \"start\": \"2026-01-01\", \"\(key)\": {\n\(dates.joined(separator: ",\n"))}}"
    let id = try #require(HabitID("a"))
    do {
      _ = try HabitDocument(.guest, id, bytes: Array(text.utf8))
      #expect(count == 10_000)
    } catch {
      #expect(count == 10_001 && error.problems.map(\.line) == [10_002], "\(error)")
      #expect(error.problems[0].message.contains("10000 are the most"))
    }
  }

  @Test(arguments: ["at", "undone"], [10_000, 10_001])
  func `a day has ten thousand entries at most`(key: String, count: Int) throws {
    let entries = (0..<count).map { "\"09:00:00 d\($0)\"" }.joined(separator: ", ")
    let text = "{\"2026-03-01\": {\"\(key)\": [\(entries)]}}"
    let id = try #require(HabitID("a"))
    do {
      _ = try YearDocument(.guest, id, year: 2026, bytes: Array(text.utf8), taken: nil)
      #expect(count == 10_000)
    } catch {
      #expect(count == 10_001 && error.problems.map(\.column) == [21 + key.utf8.count], "\(error)")
      #expect(error.problems[0].message.contains("10000 are the most"))
    }
  }

  @Test func `well-formed documents are read, damaged ones are refused`() throws {
    let alphabet = Array("\",:{}[]0123.eE+-\\u tfnl \n\tab")
    var texts: [String] = []
    for seed in UInt64(0)..<1_500 {
      var random = Generator(seed: seed)
      var text = Array("{\"2026-03-01\": {\"x\": \(value(&random, depth: 3))}}")
      for _ in 0..<random.number(in: 0...2) {
        let place = random.number(in: 16...(text.count - 1))
        let letter = alphabet[random.number(in: 0...(alphabet.count - 1))]
        if random.chance(oneIn: 2) { text[place] = letter } else { text.insert(letter, at: place) }
      }
      texts.append(String(text))
    }
    let machine = try Machine()
    let lines = try texts.map {
      String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
    }
    let files = (machine.home.path + "/judge.py", machine.home.path + "/texts")
    try Self.judge.write(toFile: files.0, atomically: false, encoding: .utf8)
    try lines.joined(separator: "\n").write(toFile: files.1, atomically: false, encoding: .utf8)
    let judged = try machine.shell("python3 '\(files.0)' '\(files.1)'").output
      .split(separator: "\n")
    try #require(judged.count == texts.count)
    let id = try #require(HabitID("read"))
    var counts = (yes: 0, no: 0)
    for (text, verdict) in zip(texts, judged) {
      var isWellFormed = true
      do {
        _ = try YearDocument(.guest, id, year: 2026, bytes: Array(text.utf8), taken: nil)
      } catch {
        // What is not a day or no fact is well-formed all the same.
        isWellFormed = error.problems.allSatisfy { problem in
          [
            "is not a day", "belong", "no fact", "expected a number or an object", "U+0000",
          ]
          .contains { problem.message.contains($0) }
            || problem.message.hasPrefix("\"")
        }
      }
      try #require(isWellFormed == (verdict == "yes"), "\(verdict): \(text)")
      if isWellFormed { counts.yes += 1 } else { counts.no += 1 }
    }
    #expect(counts.yes > 300 && counts.no > 300)
  }
}
