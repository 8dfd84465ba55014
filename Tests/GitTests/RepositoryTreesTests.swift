import Git
import TestSupport
import Testing

@Suite struct RepositoryTreesTests {
  @Test func `the differences of two commits are found`() throws {
    let folder = try GitFolder()
    let old = try folder.commit(["a/x": "1\n", "a/y": "1\n", "b": "1\n", "c": "1\n"])
    try folder.shell("rm a/y b; ln -s x l; chmod +x c")
    let new = try folder.commit(["a/x": "2\n", "a/z/w": "1\n"])
    let found = try folder.open().changes(from: old, to: new)
    #expect(found.map(\.path) == ["a/x", "a/y", "a/z/w", "b", "c", "l"])
    #expect(found.map { $0.old == nil } == [false, false, true, false, false, true])
    #expect(found.map { $0.new == nil } == [false, true, false, true, false, false])
    #expect(found.last?.new?.isFile == false)
    #expect(found.last?.new?.isLink == true)
    #expect(found[4].new?.isExecutable == true && found[4].old?.isExecutable == false)
    #expect(try folder.open().changes(from: nil, to: old).count == 4)
  }

  @Test func `a tree is written with files changed and removed`() throws {
    let folder = try GitFolder()
    try folder.shell("echo > run; chmod +x run")
    let base = try folder.commit(["a/b/x": "1\n", "a/y": "1\n", "c": "1\n"])
    let repository = try folder.open()
    let run = try #require(try repository.entry(at: "run", of: base))
    let blob = try repository.writeBlob(Array("2\n".utf8))
    let tree = try repository.writeTree(
      of: base,
      setting: [
        ("a/b/x", nil), ("none/x", nil), ("c", run.holding(blob)), ("d/e", TreeEntry(file: blob)),
      ]
    )
    #expect(
      try folder.git("ls-tree", "-r", "--format=%(objectmode) %(path)", tree.hex)
        == "100644 a/y\n100755 c\n100644 d/e\n100755 run"
    )
    #expect(try folder.tryGit("ls-tree", "-d", tree.hex, "a/b").output == "")
    #expect(try repository.writeTree(of: base, setting: [("x", nil)]) == repository.tree(of: base))
  }

  @Test func `files with names that are invalid here stay in the tree`() throws {
    let folder = try GitFolder()
    let base = try folder.commit(["a": "1\n"])
    let id = try folder.id("HEAD:a").hex
    let strange = try folder.shell(
      "printf '100644 blob \(id)\\t%b\\0' 'a' 'caf\\xe9' | git mktree -z"
    )
    let commit = try folder.git("commit-tree", strange, "-m", "x", "-p", base.hex)
    let repository = try folder.open()
    let blob = try repository.writeBlob([1])
    let tree = try repository.writeTree(
      of: ObjectID(hex: commit),
      setting: [("b/c", TreeEntry(file: blob))]
    )
    #expect(try folder.git("ls-tree", "--name-only", tree.hex) == "a\nb\n\"caf\\351\"")
  }

  @Test func `texts merge line by line, and not where changes overlap`() throws {
    let repository = try GitFolder().open()
    func merged(_ ours: String, _ theirs: String, _ base: String) throws -> String? {
      try repository.mergeTexts(Array(ours.utf8), Array(theirs.utf8), since: Array(base.utf8))
        .map { String(decoding: $0, as: UTF8.self) }
    }
    let base = "1\n2\n3\n4\n5\n"
    #expect(try merged("0\n2\n3\n4\n5\n", "1\n2\n3\n4\n6\n", base) == "0\n2\n3\n4\n6\n")
    #expect(try merged("0\n2\n3\n4\n5\n", "9\n2\n3\n4\n5\n", base) == nil)
    #expect(try merged("a\n", "", "") == "a\n")
  }
}
