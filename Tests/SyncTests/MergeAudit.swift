import Foundation
import TestSupport
import Testing

/// Every merge of a history that has one base: what one side alone changed is as that side has it.
struct MergeAudit {
  private let machine: Machine

  /// An audit of a clone.
  init(of machine: Machine) {
    self.machine = machine
  }

  /// Expects every line of every merge to be local: I8, which is law L7.
  func judge(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for line in try machine.gits("log --merges --format=%H,%P").split(separator: "\n") {
      let ids = line.split { $0 == "," || $0 == " " }.map(String.init)
      try #require(ids.count == 3)
      let bases = try machine.git("merge-base", "--all", ids[1], ids[2]).output
        .split(separator: "\n").map(String.init)
      guard bases.count == 1 else { continue }
      let paths = try machine.gits("diff --name-only \(ids[1]) \(ids[2])").split(separator: "\n")
        .map(String.init).filter { $0.hasSuffix(".json") && !$0.hasSuffix("habit.json") }
      for path in paths {
        try judge(path, ids[0], ids[1], ids[2], bases[0], sourceLocation)
      }
    }
  }

  private func judge(
    _ path: String,
    _ merge: String,
    _ ours: String,
    _ theirs: String,
    _ base: String,
    _ sourceLocation: SourceLocation
  ) throws {
    func records(_ commit: String) throws -> Records {
      try Records(machine.git("cat-file", "-p", "\(commit):\(path)").output)
    }
    let (merged, mine, its, old) = (
      try records(merge), try records(ours), try records(theirs), try records(base)
    )
    for day in Set(merged.days + mine.days + its.days + old.days).sorted() {
      let expected =
        mine[day] == old[day] ? its[day] : its[day] == old[day] ? mine[day] : merged[day]
      #expect(
        merged[day] == expected,
        "\(merge.prefix(8)) \(path) \(day)",
        sourceLocation: sourceLocation
      )
    }
  }
}
