import HabitMerge
import Testing

/// What text merges and foreign hands left, made whole.
@Suite struct RepairTests {
  private let merge: FileMerge

  init() throws { merge = try .ofYear() }

  private func joined(_ text: String) throws -> String {
    String(decoding: try merge.joiningCopies(in: Array(text.utf8)).bytes, as: UTF8.self)
  }

  private func line(_ record: String) -> String { "{\n  \"2026-03-03\": \(record)\n}\n" }

  @Test func `a day that occurs twice is joined`() throws {
    let twice = """
      {
        "2026-03-03": {"progress": 1, "at": ["07:00:00 a"]},
        "2026-03-03": {"progress": 2, "at": ["08:00:00 b +2"]}
      }

      """
    #expect(try joined(twice) == line(#"{"progress": 3, "at": ["07:00:00 a", "08:00:00 b +2"]}"#))
  }

  @Test(arguments: ["", "||||||| base\n  \"2026-03-03\": {\"progress\": 0}\n"])
  func `the sides between conflict markers are merged`(base: String) throws {
    let text = """
      {
      <<<<<<< HEAD
        "2026-03-03": {"progress": 1, "at": ["07:00:00 a"]}
      \(base)=======
        "2026-03-03": {"progress": 2, "at": ["08:00:00 b +2"]}
      >>>>>>> other
      }

      """
    #expect(try joined(text) == line(#"{"progress": 3, "at": ["07:00:00 a", "08:00:00 b +2"]}"#))
  }

  @Test(arguments: [
    "{\n<<<<<<< a\n  \"2026-03-03\": {\n=======\n  \"2026-03-03\": 2\n>>>>>>> b\n}\n",
    // The other side is empty.
    "<<<<<<< a\n=======\n{ \"2026-03-03\": {\n>>>>>>> b\n",
  ])
  func `an unreadable side leaves the markers in place`(text: String) {
    #expect(throws: MergeRefusal.self) { try joined(text) }
  }

  @Test func `a whole file stays as it is`() throws {
    let text = "{ \"2026-03-03\":1.0 }"
    #expect(try joined(text) == text)
  }

  @Test func `restoring puts back what a merge lost, and nothing that was changed since`() throws {
    let base = line(#"{"progress": 1, "at": ["07:00:00 a"], "difficulty": 2}"#)
    let ours = line(
      #"{"progress": 2, "at": ["07:00:00 a", "08:00:00 a"], "difficulty": 2, "note": "rain"}"#
    )
    let theirs = line(#"{"progress": 2, "at": ["07:00:00 a", "09:00:00 b"], "difficulty": 5}"#)
    // Somebody took all of theirs, and went on.
    let head = line(
      #"{"progress": 3, "at": ["07:00:00 a", "09:00:00 b", "10:00:00 b"], "difficulty": 1}"#
    )
    let right = try merge.text(ours, theirs, since: base)
    let restored = try merge.restoring(
      Array(head.utf8),
      lostIn: Array(theirs.utf8),
      of: Array(right.utf8),
      from: [ours, theirs].map { Array($0.utf8) }
    )
    #expect(
      String(decoding: restored.bytes, as: UTF8.self)
        == line(
          #"{"progress": 4, "at": ["07:00:00 a", "08:00:00 a", "09:00:00 b", "10:00:00 b"], "difficulty": 1, "note": "rain"}"#
        )
    )
    #expect(restored.conflicts == ["2026-03-03"])
  }

  @Test func `restoring leaves alone what was taken back since`() throws {
    let (base, theirs) = (line("{}"), line(#"{"progress": 1, "at": ["09:00:00 b"]}"#))
    let ours = line(#"{"progress": 1, "at": ["08:00:00 a"]}"#)
    let head = line(#"{"progress": 1, "at": ["09:00:00 b"], "undone": ["08:00:00 a"]}"#)
    let right = try merge.text(ours, theirs, since: base)
    let restored = try merge.restoring(
      Array(head.utf8),
      lostIn: Array(theirs.utf8),
      of: Array(right.utf8),
      from: [ours, theirs].map { Array($0.utf8) }
    )
    #expect(String(decoding: restored.bytes, as: UTF8.self) == head)
  }
}
