internal import Git
internal import HabitCore
internal import HabitSync

// The merge of trees: one tree whoever merges, whatever names and kinds there are.
extension Promises {
  /// The input is files with a zero byte between: a byte that says of which version the file is, and its
  /// kind, then its path, `=` and its text.
  mutating func keepTrees(_ input: [UInt8]) {
    let forest = Forest()
    var versions = [Forest.Files](repeating: [:], count: 4)
    let modes: [UInt32] = [0o100644, 0o100755, 0o120000, 0o160000, 0o100664, 0o100600]
    for file in input.split(separator: 0).prefix(100) {
      let words = file.dropFirst().split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard let kind = file.first, let name = words.first else { continue }
      let path = GitPath(bytes: name)
      guard !path.names.isEmpty, path.names.reduce(GitPath.root, { $0.appending($1) }) == path
      else { continue }
      let blob = forest.writeBlob(words.count == 2 ? Array(words[1]) : [])
      let entry = TreeEntry(id: blob, mode: modes[Int(kind >> 2) % modes.count])
      let version = Int(kind & 3)
      versions[version] = versions[version].filter {
        !$0.key.isUnder(path) && !path.isUnder($0.key)
      }
      versions[version][path] = entry
    }
    let commits = versions.map(forest.commit)
    keepTree(commits[0], commits[1], since: Array(commits[2...]), in: forest)
    keepTree(commits[0], commits[1], since: Array(commits[2...2]), in: forest)
    keepTree(commits[0], commits[1], since: [], in: forest)
  }

  private mutating func keepTree(
    _ ours: ObjectID,
    _ theirs: ObjectID,
    since bases: [ObjectID],
    in forest: Forest
  ) {
    func merged(_ ours: ObjectID, _ theirs: ObjectID, _ bases: [ObjectID]) -> ObjectID? {
      do {
        return try TreeMerge(ours, theirs, since: bases, in: forest).draft.write(in: forest)
      } catch {
        return nil
      }
    }
    let tree = merged(ours, theirs, bases)
    expect(merged(theirs, ours, bases.reversed()) == tree, "who merges decides which tree it is")
    guard let tree else { return }
    expect(merged(tree, tree, bases) == tree, "a merge of trees is not idempotent")
    expect(merged(tree, theirs, [theirs]) == tree, "a merge of trees is not absorbing")
  }
}
