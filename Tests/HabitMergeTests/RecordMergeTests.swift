import HabitCore
import HabitFiles
import HabitMerge
import Testing

/// One day that two devices changed: the table of habit-merge(7), row by row.
@Suite struct RecordMergeTests {
  /// A base, two sides and what they are together; nil where there is no line.
  struct Example: Sendable {
    let rule: String
    let base: String?
    let ours: String?
    let theirs: String?
    let merged: String?

    init(_ rule: String, _ base: String?, _ ours: String?, _ theirs: String?, _ merged: String?) {
      self.rule = rule
      self.base = base
      self.ours = ours
      self.theirs = theirs
      self.merged = merged
    }
  }

  private static func at(_ progress: String, _ entries: String...) -> String {
    let list = entries.map { "\"\($0)\"" }.joined(separator: ", ")
    return "{\"progress\": \(progress), \"at\": [\(list)]}"
  }

  static let examples = [
    Example(
      "two who reach the goal reach it once",
      nil,
      at("1", "08:15:00 a to 1"),
      at("1", "08:40:00 b to 1"),
      at("1", "08:15:00 a to 1", "08:40:00 b to 1")
    ),
    Example(
      "additions add up",
      at("1", "07:00:00 a"),
      at("2", "07:00:00 a", "08:00:00 a"),
      at("4", "07:00:00 a", "08:00:01 b +3"),
      at("5", "07:00:00 a", "08:00:00 a", "08:00:01 b +3")
    ),
    Example(
      "an undo and a log are both kept",
      at("3", "07:00:00 a +2", "08:00:00 a"),
      #"{"progress": 2, "at": ["07:00:00 a +2"], "undone": ["08:00:00 a"]}"#,
      at("4", "07:00:00 a +2", "08:00:00 a", "09:00:00 b"),
      #"{"progress": 3, "at": ["07:00:00 a +2", "09:00:00 b"], "undone": ["08:00:00 a"]}"#
    ),
    Example(
      "an entry that a hand removed is gone",
      at("2", "07:00:00 a", "08:00:00 a"),
      at("1", "07:00:00 a"),
      at("3", "07:00:00 a", "08:00:00 a", "09:00:00 b"),
      at("2", "07:00:00 a", "09:00:00 b")
    ),
    Example(
      "without a past nothing was removed",
      nil,
      at("1", "07:00:00 a"),
      at("1", "08:00:00 a"),
      at("2", "07:00:00 a", "08:00:00 a")
    ),
    Example(
      "a total by hand stays the ground of what is added",
      at("2", "07:00:00 a", "08:00:00 a"),
      #"{"progress": 3, "typed": 1, "at": ["07:00:00 a", "08:00:00 a"]}"#,
      at("3", "07:00:00 a", "08:00:00 a", "09:00:00 b"),
      #"{"progress": 4, "typed": 1, "at": ["07:00:00 a", "08:00:00 a", "09:00:00 b"]}"#
    ),
    Example("the same by two hands is that once", nil, "3", "3", "3"),
    Example("of two totals by hand the larger stays", nil, "3", "4", "4"),
    Example(
      "a typed total is not an addition to a reached goal",
      nil,
      "1",
      at("1", "08:00:00 b to 1"),
      #"{"progress": 1, "typed": 1, "at": ["08:00:00 b to 1"]}"#
    ),
    Example(
      "a skip and a log are both kept",
      nil,
      #"{"skip": "sick"}"#,
      at("1", "08:00:00 b"),
      #"{"progress": 1, "at": ["08:00:00 b"], "skip": "sick"}"#
    ),
    Example(
      "first ratings: the larger",
      nil,
      #"{"difficulty": 2}"#,
      #"{"difficulty": 4}"#,
      #"{"difficulty": 4}"#
    ),
    Example(
      "the later stamp decides, however small its value",
      #"{"difficulty": 4}"#,
      #"{"difficulty": 2, "changed": {"difficulty": "2026-03-03T09:00:00Z b"}}"#,
      #"{"difficulty": 5, "changed": {"difficulty": "2026-03-03T08:00:00Z a"}}"#,
      #"{"difficulty": 2, "changed": {"difficulty": "2026-03-03T09:00:00Z b"}}"#
    ),
    Example(
      "a change without a stamp yields to one with",
      #"{"difficulty": 4}"#,
      #"{"difficulty": 5}"#,
      #"{"difficulty": 3, "changed": {"difficulty": "2026-03-03T08:00:00Z a"}}"#,
      #"{"difficulty": 3, "changed": {"difficulty": "2026-03-03T08:00:00Z a"}}"#
    ),
    Example(
      "two notes are both kept",
      nil,
      #"{"note": "rain"}"#,
      #"{"note": "great"}"#,
      #"{"note": ["great", "rain"]}"#
    ),
    Example(
      "who edits both notes replaces both",
      #"{"note": ["great", "rain"]}"#,
      #"{"note": "great rain"}"#,
      #"{"note": ["great", "rain"], "difficulty": 2}"#,
      #"{"difficulty": 2, "note": "great rain"}"#
    ),
    Example(
      "what is not a key of ours is kept",
      "{\"mood\": 1}",
      #"{"mood": 2, "sky": null}"#,
      #"{"mood": 1, "rain": [0.50]}"#,
      #"{"mood": 2, "rain": [0.50], "sky": null}"#
    ),
    Example(
      "what is not a key of ours stays as it was written",
      #"{"a": 2.50, "b": 2.50, "c": 2.50, "d": {"e":1.0 ,"f":"\u00e9"}}"#,
      #"{"mood": 1, "a": 2.50, "b": 2.5, "c": 2.5, "d": {"e":1.0 ,"f":"\u00e9"}}"#,
      #"{"a": 2.500, "b": 2.50, "c": 2.500, "d": {"e":1.0 ,"f":"\u00e9"}, "rain": 1}"#,
      #"{"a": 2.500, "b": 2.5, "c": 2.500, "d": {"e":1.0 ,"f":"\u00e9"}, "mood": 1, "rain": 1}"#
    ),
    Example(
      "who changes a value is not held up by who writes it otherwise",
      #"{"a": 2.50, "b": 5}"#,
      #"{"a": 2.5, "b": 5.0}"#,
      #"{"a": 1.0, "b": 5}"#,
      #"{"a": 1.0, "b": 5.0}"#
    ),
    Example(
      "a value of several lines comes into one, its numbers as they were",
      nil,
      "{\"a\": {\n  \"b\": [2.50,\n 1e2]\n}}",
      #"{"mood": 1}"#,
      #"{"a": {"b": [2.50, 1e2]}, "mood": 1}"#
    ),
    Example("a line that one side removed is gone", "3", nil, "3", nil),
    Example(
      "a removed line and a new entry: the entry",
      "3",
      nil,
      #"{"progress": 4, "typed": 3, "at": ["09:00:00 b"]}"#,
      at("1", "09:00:00 b")
    ),
    Example(
      "numbers are exact",
      at("0.1", "07:00:00 a +0.1"),
      at("0.3", "07:00:00 a +0.1", "07:01:00 a +0.2"),
      at("0.3", "07:00:00 a +0.1", "07:02:00 b +0.2"),
      at("0.5", "07:00:00 a +0.1", "07:01:00 a +0.2", "07:02:00 b +0.2")
    ),
    Example(
      "an amount that a hand changed stands",
      at("1", "07:00:00 a"),
      at("2", "07:00:00 a +2"),
      at("2", "07:00:00 a", "08:00:00 b"),
      at("3", "07:00:00 a +2", "08:00:00 b")
    ),
  ]

  @Test(arguments: examples)
  func `a day merges by its facts`(example: Example) throws {
    let merge = try FileMerge.ofYear()
    let (base, ours, theirs) = (file(example.base), file(example.ours), file(example.theirs))
    let bases = example.base == nil ? [] : [base]
    for (left, right) in [(ours, theirs), (theirs, ours)] {
      let merged = try merge.merging(
        Array(left.utf8),
        Array(right.utf8),
        since: bases.map { Array($0.utf8) }
      )
      #expect(
        String(decoding: merged.bytes, as: UTF8.self) == file(example.merged),
        "\(example.rule)"
      )
    }
  }

  /// The day between two others, which have to stay.
  private func file(_ record: String?) -> String {
    let line = record.map { "  \"2026-03-03\": \($0),\n" } ?? ""
    return
      "{\n  \"2026-03-01\": 1.0,\n\(line)  \"2026-03-09\": {\"at\":[\"x\"] , \"progress\":1}\n}\n"
  }

  @Test func `discarded values are reported`() throws {
    let merge = try FileMerge.ofYear()
    let merged = try merge.merging(
      Array(file(#"{"difficulty": 2}"#).utf8),
      Array(file(#"{"difficulty": 4}"#).utf8),
      since: []
    )
    #expect(merged.conflicts == ["2026-03-03"])
    let decision = try #require(merged.decisions.first)
    #expect(merged.decisions.count == 1)
    #expect(
      decision.day == "2026-03-03" && decision.field == "difficulty" && decision.side == .ours
    )
    #expect(decision.kept.value == "4" && decision.dropped.value == "2")
  }

  @Test func `several bases count as one`() throws {
    // Each base has seen one of two entries; a side that has neither removed both.
    let merge = try FileMerge.ofYear()
    let (first, second) = (
      RecordMergeTests.at("1", "07:00:00 a"), RecordMergeTests.at("1", "08:00:00 b")
    )
    let both = RecordMergeTests.at("2", "07:00:00 a", "08:00:00 b")
    let ours = RecordMergeTests.at("1", "09:00:00 a")
    let merged = try merge.merging(
      Array(file(ours).utf8),
      Array(file(both).utf8),
      since: [first, second].map { Array(file($0).utf8) }
    )
    #expect(String(decoding: merged.bytes, as: UTF8.self) == file(ours))
  }

  @Test func `an emptied file and an empty base say nothing`() throws {
    let merge = try FileMerge.ofYear()
    let (ours, theirs) = (file("1"), file(RecordMergeTests.at("1", "08:00:00 b")))
    #expect(try merge.text(ours, "", since: file("2")) == ours)
    #expect(try merge.text(ours, " \n", since: theirs) == ours)
    #expect(try merge.text(file("1"), file(nil), since: "") == file("1"))
  }

  @Test func `invalid JSON or a newer format is refused, and the side is named`() throws {
    let merge = try FileMerge.ofYear()
    #expect {
      try merge.text("{,}", file("1"), since: file(nil))
    } throws: { error in
      guard case MergeRefusal.unreadable(.ours, let problem) = error else { return false }
      return problem.line == 1
    }
    let habit = try FileMerge.ofProfile()
    #expect(throws: MergeRefusal.newerFormat(.theirs, 9)) {
      try habit.text(
        #"{"format": 1}"#,
        #"{"format": 9, "name": "A"}"#,
        since: #"{"format": 1, "name": "B"}"#
      )
    }
  }
}

/// White space merges as lines do: what one side changed stays, and no line is rewritten for it.
@Suite struct WhiteSpaceMergeTests {
  private static func year(_ days: [Int], lead: String = "\n  ", end: String = "\n") -> String {
    let lines = days.map { "\"2026-03-0\($0)\": \($0)" }
    return "{\(lead)\(lines.joined(separator: ",\(lead)"))\(end)}\(end)"
  }

  @Test(arguments: [("\n\t", "\n"), ("\r\n    ", "\r\n"), ("\n\n  ", "\n"), (" ", "")])
  func `a file that one side reformatted keeps that layout`(lead: String, end: String) throws {
    let merge = try FileMerge.ofYear()
    let base = WhiteSpaceMergeTests.year([2, 3])
    let ours = WhiteSpaceMergeTests.year([2, 3, 4], lead: lead, end: end)
    let theirs = WhiteSpaceMergeTests.year([1, 2, 3, 5])
    let merged = WhiteSpaceMergeTests.year([1, 2, 3, 4, 5], lead: lead, end: end)
    guard !end.isEmpty else {
      // A line more does not go onto the line of others.
      let text = "{ \"2026-03-01\": 1,\n  \"2026-03-02\": 2, \"2026-03-03\": 3,\n  "
      let end = "\"2026-03-04\": 4,\n  \"2026-03-05\": 5}"
      #expect(try merge.text(ours, theirs, since: base) == text + end)
      return
    }
    #expect(try merge.text(ours, theirs, since: base) == merged)
    #expect(try merge.text(theirs, ours, since: base) == merged)
  }

  @Test func `a file that both sides reformatted becomes canonical`() throws {
    let merge = try FileMerge.ofYear()
    let base = WhiteSpaceMergeTests.year([2, 3])
    let ours = WhiteSpaceMergeTests.year([2, 3, 4], lead: "\n\t")
    let theirs = WhiteSpaceMergeTests.year([1, 2, 3], lead: "\n    ")
    #expect(
      try merge.text(ours, theirs, since: base) == WhiteSpaceMergeTests.year([1, 2, 3, 4])
    )
  }
}
