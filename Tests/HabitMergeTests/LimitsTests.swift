import HabitCore
import HabitFiles
import HabitMerge
import TestSupport
import Testing

/// Files that no person writes: a merge refuses what a reader refuses, and costs as much as it reads.
///
/// With quadratic steps these take hours.
@Suite(.timeLimit(.minutes(2))) struct LimitsTests {
  private static let most = 10_000

  private func year(_ record: (Int) -> String) -> [UInt8] {
    let days = (1...rounds(30, long: 100)).map { day in
      let (month, date) = (1 + (day - 1) / 28, 1 + (day - 1) % 28)
      return "  \"2026-0\(month)-\(date < 10 ? "0" : "")\(date)\": \(record(day))"
    }
    return Array("{\n\(days.joined(separator: ",\n"))\n}\n".utf8)
  }

  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).reversed().map { "\"\(element($0))\"" }.joined(separator: ", ") + "]"
  }

  private func time(_ number: Int) -> String {
    let two = { (part: Int) in part < 10 ? "0\(part)" : "\(part)" }
    return "\(two(number / 3600 % 24)):\(two(number / 60 % 60)):\(two(number % 60))"
  }

  private func expectMerged(_ merge: FileMerge, _ ours: [UInt8], _ theirs: [UInt8]) throws {
    let merged = try merge.merging(ours, theirs, since: []).bytes
    #expect(try merge.merging(theirs, ours, since: []).bytes == merged)
    #expect(try merge.merging(merged, theirs, since: [theirs]).bytes == merged)
    _ = try merge.restoring(ours, lostIn: ours, of: merged, from: [ours, theirs])
  }

  @Test(arguments: ["at", "undone", "note"])
  func `days of thousands of entries, the latest first, merge`(key: String) throws {
    let count = LimitsTests.most / 2 - 1
    let sides = ["a", "b"].map { device in
      year { _ in "{\"\(key)\": \(list(count) { "\(time($0)) \(device)" })}" }
    }
    try expectMerged(.ofYear(), sides[0], sides[1])
  }

  private func unknownKeys(_ count: Int) -> [[UInt8]] {
    ["a", "b"].map { side in
      let keys = (0..<count).reversed().map { "\"k\($0)\(side)\": 1" }
      let stamps = (0..<count).reversed().map { "\"k\($0)\(side)\": \"x\"" }
      let text = "{\"name\": \"W\", \(keys.joined(separator: ", ")), \"changed\": {"
      return Array((text + stamps.joined(separator: ", ") + "}}\n").utf8)
    }
  }

  @Test func `tens of thousands of unknown keys and stamps merge, in any order`() throws {
    let sides = unknownKeys(20_000)
    try expectMerged(.ofHabit(), sides[0], sides[1])
  }

  @Test func `two files that are read are not merged into one that is not, sound or not`() throws {
    let (sides, merge) = (unknownKeys(30_000), try FileMerge.ofHabit())
    for side in sides { #expect(merge.reads(side)) }
    #expect(throws: MergeRefusal.self) { try merge.merging(sides[0], sides[1], since: []) }
  }

  @Test func `keys of slashes and keys without merge`() throws {
    let sides = ["a", "b"].map { side in
      let keys = (0..<20_000).map { "\"goal/\($0)\(side)\": 1, \"A\($0)\(side)\": 2" }
      return Array("{\"name\": \"W\", \(keys.joined(separator: ", "))}\n".utf8)
    }
    try expectMerged(.ofHabit(), sides[0], sides[1])
  }

  @Test func `a list that stands in a file thousands of times is joined`() throws {
    let sides = ["a", "b"].map { side in
      let keys = (0..<30_000).map { "\"tags\": [\"\($0)\(side)\"]" }
      return Array("{\"name\": \"W\", \(keys.joined(separator: ", "))}\n".utf8)
    }
    try expectMerged(.ofHabit(), sides[0], sides[1])
  }

  @Test func `conflict markers among a million lines are found`() throws {
    let lines = String(repeating: "\n", count: 1_000_000)
    let text = "{\(lines)<<<<<<< a\n\"2026-03-01\": 1\n=======\n\"2026-03-02\": 1\n>>>>>>> b\n}"
    // The white space before a day stays with it.
    let joined = try FileMerge.ofYear().withoutMarkers(Array(text.utf8)).filter { $0 != 0x0A }
    #expect(String(decoding: joined, as: UTF8.self) == #"{"2026-03-01": 1,"2026-03-02": 1}"#)
  }

  /// What the reader takes and what it does not, by one more.
  @Test(arguments: ["at", "undone", "note"], [0, 1])
  func `a day with more entries than a reader takes is not merged`(key: String, more: Int) throws {
    let entries = list(LimitsTests.most + more) { "\(time($0)) a" }
    let file = Array("{\"2026-03-01\": {\"\(key)\": \(entries)}}".utf8)
    let merge = try FileMerge.ofYear()
    #expect(merge.reads(file) == (more == 0))
    #expect(try Files.readsYear(file) == (more == 0))
  }

  @Test(arguments: [0, 1])
  func `a file with more values than a reader takes is not merged`(more: Int) throws {
    let values = Array(repeating: "1", count: 99_999 + more - 1).joined(separator: ",")
    let year = Array("{\"2026-03-01\": {\"x\": [\(values), 1]}}".utf8)
    #expect(try FileMerge.ofYear().reads(year) == (more == 0))
    #expect(try Files.readsYear(year) == (more == 0))
    let habit = Array("{\"x\": [\(values.dropLast(2))], \"name\": \"W\"}".utf8)
    #expect(try FileMerge.ofHabit().reads(habit) == (more == 0))
  }

  @Test func `two sound files are not merged into one that no reader takes`() throws {
    let sides = ["a", "b"].map { device in
      let entries = list(6_000) { "\(time($0)) \(device)" }
      return Array("{\"2026-03-01\": {\"at\": \(entries)}}".utf8)
    }
    #expect(throws: MergeRefusal.self) {
      try FileMerge.ofYear().merging(sides[0], sides[1], since: [])
    }
  }

  @Test(arguments: [(400_000, true), (600_000, false)])
  func `a day that stands twice is joined up to a megabyte`(bytes: Int, isJoined: Bool) throws {
    let merge = try FileMerge.ofYear()
    let days = ["a", "b"].map { letter in
      #"  "2026-03-01": {"x": "\#(String(repeating: letter, count: bytes))"}"#
    }
    let twice = Array("{\n\(days.joined(separator: ",\n"))\n}\n".utf8)
    #expect(merge.reads(twice) == isJoined)
    #expect(merge.isDamaged(twice) != isJoined)
  }

  @Test func `what ten devices write at most is read when it is merged`() throws {
    var all = Array("{}".utf8)
    let merge = try FileMerge.ofYear()
    for device in 0..<10 {
      let entries = list(Record.mostEntries) { "\(time($0)) d\(device)" }
      let side = Array("{\"2026-03-01\": {\"at\": \(entries)}}".utf8)
      all = try merge.merging(all, side, since: [Array("{}".utf8)]).bytes
    }
    #expect(try Files.readsYear(all))
  }
}

extension Files {
  /// Whether the program's reader takes a year file.
  static func readsYear(_ bytes: [UInt8]) throws -> Bool {
    do {
      _ = try YearDocument(.guest, habitID(), year: 2026, bytes: bytes, taken: nil)
      return true
    } catch is FileProblems {
      return false
    }
  }
}
