import Foundation
import HabitCore
import HabitFiles
import HabitMerge
import TestSupport
import Testing

/// The cases of `merge_model.py cases 1000 2026`, to the byte.
///
/// The model is the executable form of the merge rules; `HABIT_ORACLE` names a file with more cases.
@Suite struct OracleTests {
  private struct Case: Decodable {
    let bases: [String]
    let x: String
    let y: String
    let merged: String
  }

  @Test func `records merge as the model of the rules merges them`() throws {
    let file = Project.root.appending(path: "Tests/HabitMergeTests/Golden/oracle.jsonl")
    let path = TestRun.environment["HABIT_ORACLE"] ?? file.path
    let decoder = JSONDecoder()
    let merge = try FileMerge.ofYear()
    var count = 0
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let one = try decoder.decode(Case.self, from: Data(line.utf8))
      let bases = one.bases.map { Array($0.utf8) }
      let (x, y) = (Array(one.x.utf8), Array(one.y.utf8))
      for (ours, theirs) in [(x, y), (y, x)] {
        let merged = try merge.merging(ours, theirs, since: bases)
        try #require(String(decoding: merged.bytes, as: UTF8.self) == one.merged, "\(line)")
      }
      count += 1
    }
    #expect(count >= 1_000)
  }
}
