import Git
import TestSupport
import Testing

@Suite struct FileVersionTests {
  @Test func `what differs between two commits is found`() throws {
    let folder = try GitFolder()
    let old = try folder.commit(["a/x": "1\n", "a/y": "1\n", "b": "1\n", "c": "1\n"])
    try folder.shell("rm a/y b; ln -s x l; chmod +x c")
    let new = try folder.commit(["a/x": "2\n", "a/z/w": "1\n"])
    let found = try folder.open().differences(from: old, to: new)
    #expect(found.map(\.path) == ["a/x", "a/y", "a/z/w", "b", "c", "l"])
    #expect(found.map { $0.old == nil } == [false, false, true, false, false, true])
    #expect(found.map { $0.new == nil } == [false, true, false, true, false, false])
    #expect(found.last?.new?.isFile == false)
    #expect(found[4].new == FileVersion(try folder.id("HEAD:c"), mode: 0o100755))
    #expect(try folder.open().differences(from: old, to: new, at: "a").count == 3)
    #expect(try folder.open().differences(from: nil, to: new, at: "b").isEmpty)
    #expect(try folder.open().differences(from: nil, to: old).count == 4)
  }

  @Test func `a tree is written with files changed and removed`() throws {
    let folder = try GitFolder()
    let base = try folder.commit(["a/b/x": "1\n", "a/y": "1\n", "c": "1\n"])
    let repository = try folder.open()
    let blob = try repository.writeBlob(Array("2\n".utf8))
    let tree = try repository.writeTree(
      of: base,
      changing: [
        ("a/b/x", nil), ("none/x", nil), ("c", FileVersion(blob, mode: 0o100755)),
        ("d/e", FileVersion(blob)), ("l", FileVersion(blob, mode: 0o120000)),
      ]
    )
    #expect(
      try folder.git("ls-tree", "-r", "--format=%(objectmode) %(path)", tree.hex)
        == "100644 a/y\n100755 c\n100644 d/e\n120000 l"
    )
    #expect(try folder.tryGit("ls-tree", "-d", tree.hex, "a/b").output == "")
    #expect(try repository.writeTree(of: base, changing: []) == repository.tree(of: base))
  }

  @Test func `what cannot be written here stays in the tree`() throws {
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
      changing: [("b/c", FileVersion(blob))]
    )
    #expect(try folder.git("ls-tree", "--name-only", tree.hex) == "a\nb\n\"caf\\351\"")
  }
}
