import Foundation
import HabitCore
import HabitFiles
import TestSupport
import Testing

/// A year file is read, edited by the line, and spelled in canonical form.
@Suite struct YearDocumentTests {
  private func document(
    _ text: String,
    taken: String? = nil
  ) throws -> YearDocument {
    try YearDocument(
      .guest,
      try #require(HabitID("read")),
      year: 2026,
      bytes: Array(text.utf8),
      taken: taken.map { Array($0.utf8) }
    )
  }

  private func text(_ document: YearDocument) -> String {
    String(decoding: document.edit?.after ?? [], as: UTF8.self)
  }

  private let day = Day("2026-03-02") ?? Day(number: 0)

  @Test func `files of the independent merge model are canonical`() throws {
    let file = Project.root.appending(path: "Tests/HabitFilesTests/Golden/model.json")
    let texts = try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
    #expect(texts.count > 300)
    for text in texts {
      let document = try document(text)
      try #require(document.warnings == [], "\(text)")
      try #require(try document.formatted().edit == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("{}", "{\n  \"2026-03-02\": 7\n}\n"),
    ("{\n  \"2026-03-01\": 1\n}\n", "{\n  \"2026-03-01\": 1,\n  \"2026-03-02\": 7\n}\n"),
    ("{\n  \"2026-03-03\": 1\n}\n", "{\n  \"2026-03-02\": 7,\n  \"2026-03-03\": 1\n}\n"),
    ("{\"2026-03-02\":1}", "{\"2026-03-02\": 7}"),
    (
      "{ \"2026-03-01\" : 1.0 ,\r\n\t\"2026-03-02\": {\"progress\": 1} }",
      "{ \"2026-03-01\" : 1.0 ,\r\n\t\"2026-03-02\": 7 }"
    ),
    ("\u{FEFF}{\n  \"2026-03-02\": 1\n}\n", "\u{FEFF}{\n  \"2026-03-02\": 7\n}\n"),
    (
      "{\n  \"2026-03-02\": {\n    \"progress\": 1,\n    \"mood\": [1.50]\n  }\n}\n",
      "{\n  \"2026-03-02\": {\"progress\": 7, \"mood\": [1.50]}\n}\n"
    ),
  ])
  func `only the line of the day is written`(before: String, after: String) throws {
    let edited = try document(before).replacing(on: day, with: Record(typed: Amount(7)))
    #expect(text(edited) == after)
  }

  @Test func `many days at once are written as one after the other`() async throws {
    try await sampling(200) { generator in
      func days() -> [Day] {
        generator.list(of: 0...12) { Day(number: 20_454 + Int32($0.number(in: 0...30))) }
      }
      let old = Set(days()).sorted().map { "  \"\($0)\": {\"progress\": 1, \"x\": 2}" }
      let document = try document("{\n" + old.joined(separator: ",\n") + "\n}\n")
      let records = Dictionary(days().map { ($0, Record(typed: Amount(7))) }) { first, _ in first }
      var single = document
      for (day, record) in records.sorted(by: { $0.key < $1.key }) {
        single = try single.replacing(on: day, with: record)
      }
      #expect(text(try document.replacing(records)) == text(single))
    }
  }

  @Test func `canonical form orders days and keys and is its own`() throws {
    let messy =
      "{\"2026-03-02\": {\"zeta\": 1e5, \"note\": [\"b\", \"a\"], \"alpha\": null, "
      + "\"difficulty\": 4.0, \"at\": [\"2026-03-03T00:10:00 mbp\", \"08:00:00 pho +1\"], "
      + "\"progress\": 2}, \"2026-03-01\": {\"progress\": 3}}"
    let formatted = try document(messy).formatted()
    #expect(
      text(formatted)
        == "{\n  \"2026-03-01\": 3,\n  \"2026-03-02\": {\"progress\": 2, \"at\": "
        + "[\"08:00:00 pho\", \"2026-03-03T00:10:00 mbp\"], \"difficulty\": 4, "
        + "\"note\": [\"a\", \"b\"], \"alpha\": null, \"zeta\": 1e5}\n}\n"
    )
    #expect(try document(text(formatted)).formatted().edit == nil)
  }

  private let base = "{\"2026-03-02\": {\"progress\": 3, \"at\": [\"07:00:00 mbp +3\"]}}"

  @Test(
    arguments: [
      // what stands there, the total, what was typed
      ("{\"progress\": 5, \"at\": [\"07:00:00 mbp +3\"]}", "5", "2"),
      ("{\"progress\": 3, \"at\": [\"07:00:00 mbp +4\"]}", "4", nil),
      ("{\"progress\": 1, \"at\": [\"07:00:00 mbp +3\"]}", "1", "-2"),
      ("{\"progress\": 3, \"typed\": 2, \"at\": [\"07:00:00 mbp +3\"]}", "5", "2"),
      ("{\"progress\": 9, \"at\": [\"07:00:00 mbp +4\"]}", "9", "5"),
      ("{\"at\": [\"07:00:00 mbp +3\", \"08:00:00 mbp\"]}", "4", nil),
    ] as [(String, String, String?)]
  )
  func `the last written version shows whether a total or its entries were edited`(
    work: String,
    total: String,
    typed: String?
  ) throws {
    let document = try document("{\"2026-03-02\": \(work)}", taken: base)
    let record = document.record(on: day)
    #expect(record.progress == (try Amount(total)))
    #expect(record.typed == (try typed.map { try Amount($0) }))
    #expect(document.warnings.count == (work.contains("9") ? 1 : 0))
  }

  @Test func `without a base the total is believed, as merges believe it`() throws {
    let document = try document("{\"2026-03-02\": {\"progress\": 5, \"at\": [\"07:00:00 mbp\"]}}")
    #expect(document.record(on: day).typed == Amount(4))
  }

  @Test func `a manual edit of a value is stamped when it is committed`() throws {
    let stamp = Stamp(
      utc: try #require(Moment("2026-03-06T10:15:00")),
      device: try #require(Device("mbp"))
    )
    let work = try document("{\n  \"2026-03-02\": 6\n}\n", taken: "{\"2026-03-02\": 5}")
    let settled = try work.settled(since: Array("{\"2026-03-02\": 5}".utf8), stamp: stamp)
    #expect(
      text(settled)
        == "{\n  \"2026-03-02\": {\"progress\": 6, \"changed\": "
        + "{\"typed\": \"2026-03-06T10:15:00Z mbp\"}}\n}\n"
    )
    let new = try work.settled(since: Array("{}".utf8), stamp: stamp)
    #expect(new.edit == nil)
  }

  @Test func `random damage never crashes and is always given its place`() throws {
    let sound =
      Array(
        "{\n  \"2026-03-01\": {\"progress\": 3, \"at\": [\"07:00:10 mbp\", \"12:40:11 pho +2\"], "
          .utf8
      ) + Array("\"note\": \"r\\u00e9 ü\"},\n  \"2026-03-02\": 0.5\n}\n".utf8)
    var refused = 0
    for seed in UInt64(0)..<4_000 {
      var random = Generator(seed: seed)
      var bytes = sound
      for _ in 0...random.number(in: 0...2) {
        let place = random.number(in: 0...(bytes.count - 1))
        if random.chance(oneIn: 2) {
          bytes[place] = UInt8(random.number(in: 0...255))
        } else {
          bytes.remove(at: place)
        }
      }
      do {
        let id = try #require(HabitID("read"))
        _ = try YearDocument(.guest, id, year: 2026, bytes: bytes, taken: nil)
      } catch let error as FileProblems {
        refused += 1
        try #require(error.problems.allSatisfy { $0.line != nil && $0.column != nil }, "\(seed)")
      }
    }
    #expect(refused > 2_000)
  }
}
