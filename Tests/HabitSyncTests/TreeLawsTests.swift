import Fuzzing
import Git
import HabitSync
import TestSupport
import Testing

/// The laws of a merge above the files: which names there are, what they name, and of which kind.
@Suite struct TreeLawsTests {
  private static let parts = 4

  @Test(arguments: 0..<parts)
  func `two heads give one tree whoever merges, and nothing of a side is lost`(part: Int) throws {
    for seed in 0..<(rounds(20_000) / TreeLawsTests.parts) {
      let number = UInt64(seed * TreeLawsTests.parts + part)
      var thicket = Thicket(seed: number)
      let (bases, ours, theirs) = thicket.triple()
      let forest = thicket.forest
      func told() -> String {
        let trees = [("ours", ours), ("theirs", theirs)] + bases.map { ("base", $0) }
        let lines = trees.map { "\($0): \(TreeLawsTests.listing(forest.files(of: $1)))" }
        return "seed \(number)\n" + lines.joined(separator: "\n")
      }
      do {
        let law = try TreeLawsTests.brokenLaw(ours, theirs, bases, in: forest)
        guard law == nil else {
          Issue.record("\(law ?? "")\n\(told())")
          return
        }
      } catch {
        Issue.record("\(error)\n\(told())")
        return
      }
    }
  }

  private static func listing(_ files: Forest.Files) -> String {
    files.sorted { $0.key < $1.key }
      .map { path, entry in
        let name = path.description.count > 60 ? "\(path.bytes.count) bytes" : path.description
        return "\(name) \(String(entry.mode, radix: 8)) \(entry.id.hex.prefix(8))"
      }
      .joined(separator: ", ")
  }

  /// The first law that does not hold.
  private static func brokenLaw(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    _ bases: [ObjectID],
    in forest: Forest
  ) throws -> String? {
    func merged(_ ours: ObjectID, _ theirs: ObjectID, _ bases: [ObjectID]) throws
      -> (tree: ObjectID, copies: [MergeOutcome.Copy])
    {
      let merge = try TreeMerge(ours, theirs, since: bases, in: forest)
      return (try merge.draft.write(in: forest), merge.outcome.copies)
    }
    let (tree, copies) = try merged(ours, theirs, bases)
    let back = try merged(theirs, ours, bases)
    let files = forest.files(of: tree)
    if back.tree != tree {
      let other = listing(forest.files(of: back.tree))
      return "commutative: \(listing(files)); the other way \(other)"
    }
    if back.copies != copies { return "commutative in words" }
    if try merged(ours, theirs, bases.reversed()).tree != tree { return "order of bases" }
    if try merged(ours, ours, bases).tree != ours { return "idempotent" }
    if try merged(ours, theirs, [ours]).tree != theirs { return "fast-forward" }
    if try merged(tree, theirs, [theirs]).tree != tree { return "absorbing" }
    return try lost(ours, theirs, bases, files, in: forest)
  }

  /// What only one side has written and the merge does not have, at its path or beside it.
  private static func lost(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    _ bases: [ObjectID],
    _ files: Forest.Files,
    in forest: Forest
  ) throws -> String? {
    let known = bases.map(forest.files(of:))
    for (side, other) in [(ours, theirs), (theirs, ours)] {
      let others = forest.files(of: other)
      let new = forest.files(of: side).filter { file in
        !known.contains { $0[file.key] == file.value }
      }
      for (path, entry) in new {
        // Two files of one name may have become one.
        let isMerged = files[path]?.isFile == true && others[path]?.isFile == true && entry.isFile
        let isThere = files.contains { name, found in
          found.id == entry.id && name.bytes.starts(with: path.bytes.prefix(200))
        }
        // A definition that was only restored, with "deleted", is removed with the records.
        let isGone = try others[path] == nil && isRestored(path, entry, in: forest)
        if !isThere, !isMerged, !isGone { return "no loss: \(path) \(entry.id.hex.prefix(8))" }
      }
    }
    return nil
  }

  private static func isRestored(
    _ path: GitPath,
    _ entry: TreeEntry,
    in forest: Forest
  ) throws -> Bool {
    let marked = Array("\"deleted\"".utf8)
    return try path.name == "habit.json" && forest.blob(entry.id).contains(marked)
  }
}
