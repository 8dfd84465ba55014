import Foundation
import TestSupport
import Testing

/// Every merge of a history that has one base: what one side alone changed is as that side has it.
struct MergeAudit {
  private let machine: Machine
  private let paths: [String]

  /// An audit of year files in a clone.
  init(of machine: Machine, _ paths: some Sequence<String>) {
    self.machine = machine
    self.paths = Array(paths)
  }

  /// Expects each merge to change only the days that both sides changed.
  func judge(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let merges = try merges()
    let commits = merges.flatMap(\.self)
    let names = commits.flatMap { commit in paths.map { "\(commit):\($0)" } }
    let files = try contents(of: names)
    var next = files.makeIterator()
    for merge in merges {
      // The merge, its parents and its base, each with all paths.
      var versions: [[Records]] = []
      for _ in merge { versions.append(paths.compactMap { _ in next.next() }) }
      for (place, path) in paths.enumerated() {
        let (merged, mine, its, old) = (
          versions[0][place], versions[1][place], versions[2][place], versions[3][place]
        )
        for day in Set(merged.days + mine.days + its.days + old.days).sorted() {
          let expected =
            mine[day] == old[day] ? its[day] : its[day] == old[day] ? mine[day] : merged[day]
          #expect(
            merged[day] == expected,
            "\(merge[0].prefix(8)) \(path) \(day)",
            sourceLocation: sourceLocation
          )
        }
      }
    }
  }

  /// The merges with one base, each with its parents and the base behind it.
  private func merges() throws -> [[String]] {
    var merges: [[String]] = []
    for line in try machine.gits("log --merges --format=%H,%P").split(separator: "\n") {
      let ids = line.split { $0 == "," || $0 == " " }.map(String.init)
      try #require(ids.count == 3)
      let bases = try machine.git("merge-base", "--all", ids[1], ids[2]).output
        .split(separator: "\n").map(String.init)
      if bases.count == 1 { merges.append(ids + bases) }
    }
    return merges
  }

  /// The records of files by their names for git, none where there is no file.
  private func contents(of names: [String]) throws -> [Records] {
    let said = try machine.git(
      "cat-file",
      "--batch",
      input: names.map { $0 + "\n" }.joined()
    )
    var rest = said.output.utf8[...]
    return try names.map { name in
      let head = try #require(String(rest.prefix { $0 != UInt8(ascii: "\n") }))
      rest = rest.dropFirst(head.utf8.count + 1)
      guard !head.hasSuffix(" missing") else { return Records() }
      let size = try #require(
        head.split(separator: " ").last.flatMap { Int($0) },
        "\(name): \(head)"
      )
      let text = try #require(String(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
      return try Records(text)
    }
  }
}
