import Git
import TestSupport
import Testing

@Suite struct RepositoryReadingTests {
  @Test(arguments: [false, true])
  func `files of a commit are read, loose or packed`(isPacked: Bool) throws {
    let folder = try GitFolder()
    let files = ["alice/habits/read/2026.json": "{}\n", "alice/profile.json": "", "b": "é\r\n"]
    let commit = try folder.commit(files)
    try folder.commit(["b": "later\n"])
    if isPacked { try folder.git("gc", "--quiet", "--prune=now") }
    let repository = try folder.open()
    for (path, text) in files {
      #expect(try repository.file(GitPath(path), of: commit) == Array(text.utf8))
    }
    for path in ["alice", "none", "alice/none/x", "b/x"] {
      #expect(try repository.file(GitPath(path), of: commit) == nil)
    }
  }

  @Test func `only regular files are files`() throws {
    let folder = try GitFolder()
    try folder.write("x", "1\n")
    try folder.shell("chmod +x x; ln -s x link; ln -s a dir; printf 2 > $'bad\\xff'")
    let commit = try folder.commit(["a/y": "2\n"])
    let repository = try folder.open()
    #expect(try repository.file("x", of: commit) == Array("1\n".utf8))
    #expect(try repository.file(GitPath(bytes: Array("bad".utf8) + [0xFF]), of: commit) == [0x32])
    #expect(try repository.file("link", of: commit) == nil)
    #expect(try repository.file("dir/y", of: commit) == nil)
  }

  @Test func `a missing object or file is not found`() throws {
    let folder = try GitFolder()
    let commit = try folder.commit(["x": "1\n"])
    let repository = try folder.open()
    let none = try #require(ObjectID(hex: String(repeating: "1", count: 40)))
    #expect(try failure { _ = try repository.blob(none) } == .notFound)
    #expect(try failure { _ = try repository.file("x", of: none) } == .notFound)
    let blob = try folder.id("HEAD:x")
    #expect(try failure { _ = try repository.file("x", of: blob) } != nil)
    #expect(try failure { _ = try repository.blob(commit) } != nil)
  }

  @Test func `a tree that expands without bound is an error, not a crash`() throws {
    let folder = try GitFolder()
    var tree = try folder.git("hash-object", "-w", "--stdin", input: "x")
    var kind = "100644 blob"
    for _ in 0..<10 {
      let lines = (0..<10).map { "\(kind) \(tree)\td\($0)\n" }.joined()
      tree = try folder.git("mktree", input: lines)
      kind = "040000 tree"
    }
    let commit = try folder.git("commit-tree", "-m", "x", tree)
    let id = try #require(ObjectID(hex: commit))
    let error = #expect(throws: GitError.self) {
      _ = try folder.open().changes(from: nil, to: id)
    }
    #expect(error?.message == "more than 1000000 files at ''")
  }
}
