import Git
import TestSupport
import Testing

/// Histories of any shape, written at any time of any clock, against sets of commits.
@Suite struct RandomAncestryTests {
  private struct World {
    var commits: [ObjectID] = []
    /// Each with itself.
    var past: [ObjectID: Set<ObjectID>] = [:]
    var parents: [ObjectID: [ObjectID]] = [:]
  }

  private func world(
    _ generator: inout Generator,
    in repository: borrowing Repository
  ) throws -> World {
    let tree = try repository.writeTree(
      of: nil,
      setting: [("x", try repository.writeBlob(Array("x".utf8)))]
    )
    var world = World()
    // Clocks that are right, off by a day, or wrong by years.
    let skew = [1, 86_400, 1_000_000_000][Int.random(in: 0..<3, using: &generator)]
    for number in 0..<Int.random(in: 1...14, using: &generator) {
      var parents = Set<ObjectID>()
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        if let parent = world.commits.randomElement(using: &generator) { parents.insert(parent) }
      }
      let time = 1_700_000_000 + number * 60 + Int.random(in: -skew...skew, using: &generator)
      let commit = try repository.writeCommit(
        tree: tree,
        parents: parents.sorted(),
        author: .ada(at: time),
        committer: .ada(at: time),
        message: "\(number)"
      )
      world.commits.append(commit)
      world.parents[commit] = parents.sorted()
      world.past[commit] = parents.reduce([commit]) { $0.union(world.past[$1] ?? []) }
    }
    return world
  }

  @Test func `what commits have in common is found, whatever their clocks say`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    for seed in 0..<rounds(60) {
      var generator = Generator(seed: UInt64(seed))
      let world = try self.world(&generator, in: repository)
      func past(_ commit: ObjectID) -> Set<ObjectID> { world.past[commit] ?? [] }
      for one in world.commits {
        for other in world.commits {
          let common = past(one).intersection(past(other))
          let best = common.filter { base in
            !common.contains { $0 != base && past($0).contains(base) }
          }
          #expect(try repository.mergeBases(one, other) == best.sorted(), "seed \(seed)")
          let isAncestor = past(other).contains(one)
          #expect(try repository.isAncestor(one, of: other) == isAncestor, "seed \(seed)")
          let new = try repository.commits(of: [one], without: [other])
          #expect(Set(new) == past(one).subtracting(past(other)), "seed \(seed)")
          for (place, commit) in new.enumerated() {
            let isFirst = new[..<place].allSatisfy { !(world.parents[commit] ?? []).contains($0) }
            #expect(isFirst, "seed \(seed): a parent comes before its child")
          }
        }
      }
    }
  }
}
