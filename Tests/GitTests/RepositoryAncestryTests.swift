import Git
import TestSupport
import Testing

@Suite struct RepositoryAncestryTests {
  private let folder: GitFolder

  /// Two lines that were merged crosswise, and one that has nothing to do with them.
  ///
  ///     base ─ a ─ ab
  ///        ╲     ╳
  ///          b ─ ba     alone
  init() throws {
    folder = try GitFolder()
    for (name, parents) in [
      ("base", []), ("a", ["base"]), ("b", ["base"]), ("ab", ["a", "b"]), ("ba", ["b", "a"]),
      ("alone", []),
    ] as [(String, [String])] {
      let tree = try folder.git("mktree")
      let options = parents.flatMap { ["-p", $0] }
      let commit = try folder.shell(
        "git commit-tree \(tree) -m \(name) \(options.joined(separator: " "))"
      )
      try folder.git("tag", name, commit)
    }
  }

  @Test(arguments: [
    ("a", "b", ["base"]), ("ab", "ba", ["a", "b"]), ("ab", "a", ["a"]), ("ab", "ab", ["ab"]),
    ("ab", "alone", []),
  ]) func `all best common ancestors are found`(one: String, two: String, bases: [String]) throws {
    let expected = try bases.map { try folder.id($0) }.sorted()
    let repository = try folder.open()
    #expect(try repository.mergeBases(folder.id(one), folder.id(two)) == expected)
    #expect(try repository.mergeBases(folder.id(two), folder.id(one)) == expected)
  }

  @Test func `an ancestor is known`() throws {
    let repository = try folder.open()
    let (base, ab, alone) = try (folder.id("base"), folder.id("ab"), folder.id("alone"))
    #expect(try repository.isAncestor(base, of: ab))
    #expect(try repository.isAncestor(ab, of: ab))
    #expect(try !repository.isAncestor(ab, of: base))
    #expect(try !repository.isAncestor(alone, of: ab))
    #expect(try !repository.isAncestor(try repository.hash([1]), of: ab))
    #expect(try repository.distance(from: ab, to: base) == (3, 0))
    #expect(try repository.distance(from: alone, to: ab) == (1, 4))
  }

  @Test func `the commits of one that another has not are listed, newest first`() throws {
    let repository = try folder.open()
    let (base, a, ab) = try (folder.id("base"), folder.id("a"), folder.id("ab"))
    let all = try repository.commits(of: [ab], without: [])
    #expect(all.first == ab)
    #expect(all.last == base)
    #expect(all.count == 4)
    #expect(try repository.commits(of: [ab], without: [a]) == [ab, folder.id("b")])
    #expect(try repository.commits(of: [], without: [a]) == [])
  }

  @Test func `a commit is read as it is written`() throws {
    let repository = try folder.open()
    let commit = try repository.readCommit(folder.id("ba"))
    #expect(commit.parents == [try folder.id("b"), try folder.id("a")])
    #expect(commit.message == "ba\n")
    #expect(commit.author.name == "Ada")
    #expect(commit.tree == (try folder.id("ba^{tree}")))
    let again = try repository.writeCommit(
      tree: commit.tree,
      parents: commit.parents,
      author: commit.author,
      committer: commit.committer,
      message: commit.message
    )
    #expect(again == commit.id)
  }
}
