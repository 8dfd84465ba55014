import Git
import TestSupport
import Testing

@Suite struct RepositoryWritingTests {
  @Test(arguments: ["", "x", "é\r\n", "a\u{0}b"])
  func `blobs have git's ids and come back`(text: String) throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    let bytes = Array(text.utf8)
    let id = try repository.hash(bytes)
    #expect(try failure { _ = try repository.blob(id) } == .notFound)
    #expect(try repository.writeBlob(bytes) == id)
    #expect(try repository.blob(id) == bytes)
    #expect(try folder.git("hash-object", "--stdin", "--no-filters", input: text) == id.hex)
  }

  @Test func `a commit has what its base had and what was put in`() throws {
    let folder = try GitFolder()
    let first = try folder.record(["alice/habits/read/2026.json": "1\n", ".habit.json": "{}\n"])
    try folder.judge()
    let second = try folder.record(
      ["alice/habits/read/2027.json": "2\n", "alice/habits/read/2026.json": "3\n"],
      message: "log read +2 (5/8) 2026-03-01\n\nböse"
    )
    try folder.judge()
    #expect(try folder.id("HEAD~1") == first)
    #expect(try folder.id("HEAD") == second)
    #expect(
      try folder.git("ls-tree", "-r", "--name-only", "HEAD")
        == ".habit.json\nalice/habits/read/2026.json\nalice/habits/read/2027.json"
    )
    #expect(
      try folder.git("cat-file", "-p", "HEAD").hasSuffix(
        "\n\nlog read +2 (5/8) 2026-03-01\n\nböse"
      )
    )
    #expect(
      try folder.git("show", "-s", "--format=%an <%ae> %ai", "HEAD")
        == "Ada <ada@example.org> 2026-03-01 10:00:00 +0100"
    )
    #expect(!(try folder.git("cat-file", "-p", "HEAD").contains("encoding")))
  }

  @Test func `a folder that git removes while an object is put there is no failure`() throws {
    let folder = try GitFolder()
    let line = "while test ! -e done; do rmdir .git/objects/?? 2>/dev/null || true; done"
    let tidying = try folder.process(["bash", "-c", line]).start()
    let repository = try folder.open()
    for number in 0..<3_000 { _ = try repository.writeBlob(Array("\(number)".utf8)) }
    try folder.write("done", "")
    #expect(try tidying.wait().status == 0)
    #expect(try folder.git("count-objects").hasPrefix("3000 objects"))
  }

  @Test func `a file keeps its mode`() throws {
    let folder = try GitFolder()
    try folder.write("x", "1\n")
    try folder.shell("chmod +x x")
    try folder.commit([:])
    try folder.write("x", "2\n")
    try folder.record(["x": "2\n", "y": "1\n"])
    #expect(
      try folder.git("ls-tree", "--format=%(objectmode) %(path)", "HEAD") == "100755 x\n100644 y"
    )
    try folder.judge()
  }

  @Test func `a commit may have no parent, or two`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    let tree = try repository.writeTree(of: nil, setting: [(path: GitPath, blob: ObjectID)]())
    #expect(tree.hex == "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
    func commit(_ parents: [ObjectID], _ message: String) throws -> ObjectID {
      try repository.writeCommit(
        tree: tree,
        parents: parents,
        author: .ada(at: 1),
        committer: .ada(at: 2),
        message: message
      )
    }
    let (one, two) = (try commit([], "one"), try commit([], "two"))
    let merge = try commit([one, two], "merge")
    #expect(try folder.git("show", "-s", "--format=%P", merge.hex) == "\(one) \(two)")
    #expect(try folder.git("show", "-s", "--format=%P", one.hex) == "")
    let none = try repository.hash([1])
    #expect(try failure { _ = try commit([none], "x") } != nil)
  }

  @Test(arguments: ["../x", ".git/config", "a/../b", "/x", "x/y"])
  func `no path leads out of the tree, or through a file`(path: String) throws {
    let folder = try GitFolder()
    let base = try folder.commit(["x": "1\n"])
    let repository = try folder.open()
    let blob = try repository.writeBlob([1])
    #expect(
      try failure { _ = try repository.writeTree(of: base, setting: [(GitPath(path), blob)]) }
        != nil
    )
  }
}
