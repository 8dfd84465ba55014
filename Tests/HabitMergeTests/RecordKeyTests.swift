import HabitCore
import HabitFiles
import HabitMerge
import Testing

/// The table of record keys is the only place that a key needs.
@Suite struct RecordKeyTests {
  /// The table with a key that has one value and one that has several.
  private let keys: [RecordKey]

  init() throws {
    let place = try #require(RecordKey.all.firstIndex { $0.name == "undone" })
    var keys = RecordKey.all
    keys.insert(contentsOf: [RecordKey("mood", .value), RecordKey("places", .texts)], at: place)
    self.keys = keys
  }

  private let day = Day(number: 20_513)

  private func file(_ record: String) -> [UInt8] { Array("{\n  \"\(day)\": \(record)\n}\n".utf8) }

  private func document(_ record: String, _ keys: [RecordKey]) throws -> YearDocument {
    try YearDocument(
      .guest,
      Files.habitID(),
      year: day.year,
      bytes: file(record),
      taken: nil,
      keys: keys
    )
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `a key that is added to the table survives reading, an edit and fmt in its place`()
    throws
  {
    let document = try document(
      #"{"zz": [1], "undone": ["07:00:00 pho"], "places": ["b", "a"], "mood": 3, "skip": "sick"}"#,
      keys
    )
    let record = document.record(on: day)
    #expect(record.skip == .sick)
    let edited = try document.replacing(on: day, with: record.noted("rain"))
    let kept = #""mood": 3, "places": ["b", "a"], "undone": ["07:00:00 pho"], "zz": [1]"#
    #expect(text(edited.text) == text(file("{\"skip\": \"sick\", \"note\": \"rain\", \(kept)}")))
    #expect(text(try document.formatted().text) == text(file("{\"skip\": \"sick\", \(kept)}")))
    #expect(try edited.formatted().text == edited.text)
  }

  @Test func `a key that is added to the table merges by its rule`() throws {
    let layout = Layout.year(.guest, try Files.habitID(), day.year)
    let merge = try #require(FileMerge(layout, keys: keys))
    let merged = try merge.merging(
      file(#"{"note": "rain", "mood": 2, "places": ["a", "b"]}"#),
      file(#"{"skip": "sick", "mood": 1, "places": "c"}"#),
      since: [file(#"{"mood": 1, "places": "a"}"#)]
    )
    #expect(
      text(merged.bytes)
        == text(file(#"{"skip": "sick", "note": "rain", "mood": 2, "places": ["b", "c"]}"#))
    )
  }

  @Test func `no key of the table is lost when its line is written or merged`() throws {
    let values = [
      "progress": "3", "typed": "1", "at": #"["08:00:00 pho +2"]"#, "skip": #""sick""#,
      "difficulty": "4", "note": #""rain""#, "undone": #"["07:00:00 pho"]"#,
      "changed": #"{"difficulty": "2026-03-06T10:15:00Z mbp"}"#,
    ]
    let members = try RecordKey.all.map { "\"\($0.name)\": \(try #require(values[$0.name]))" }
    let line = "{\(members.joined(separator: ", "))}"
    let document = try document(line, RecordKey.all)
    #expect(try document.replacing(on: day, with: document.record(on: day)).text == file(line))
    #expect(try document.formatted().text == file(line))
    let merge = try #require(FileMerge(.year(.guest, try Files.habitID(), day.year)))
    let other = "{\(members.dropLast().joined(separator: ", ")), \"later\": true}"
    let merged = try merge.merging(file(other), file(line), since: [])
    #expect(
      text(merged.bytes) == text(file("{\(members.joined(separator: ", ")), \"later\": true}"))
    )
  }
}
