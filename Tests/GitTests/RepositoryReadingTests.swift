import Git
import GitFormats
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
      #expect(try repository.file(path, of: commit) == Array(text.utf8))
    }
    for path in ["alice", "none", "alice/none/x", "b/x"] {
      #expect(try repository.file(path, of: commit) == nil)
    }
    let listed = try repository.files(under: "", of: commit)
    #expect(listed.map(\.path) == files.keys.sorted())
    for (path, blob) in listed {
      #expect(try repository.blob(blob) == Array((files[path] ?? "?").utf8))
    }
  }

  @Test func `below means below, and in the order of bytes`() throws {
    let folder = try GitFolder()
    let paths = ["a/read-2/x", "a/read/x", "a/read/y/z", "a/read.txt", "a/éa", "a/z", "b"]
    let commit = try folder.commit(Dictionary(uniqueKeysWithValues: paths.map { ($0, $0) }))
    let repository = try folder.open()
    func list(_ path: String) throws -> [String] {
      try repository.files(under: path, of: commit).map(\.path)
    }
    #expect(try list("a/read") == ["a/read/x", "a/read/y/z"])
    #expect(try list("a/read/x") == ["a/read/x"])
    #expect(try list("a/rea") == [])
    let all = try folder.git("-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "HEAD")
    #expect(try list("") == all.split(separator: "\n").map(String.init).sorted(by: bytes))
  }

  private func bytes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  @Test func `only regular files are files`() throws {
    let folder = try GitFolder()
    try folder.write("x", "1\n")
    try folder.shell("chmod +x x; ln -s x link; ln -s a dir; printf 2 > $'bad\\xff'")
    let commit = try folder.commit(["a/y": "2\n"])
    let repository = try folder.open()
    #expect(try repository.files(under: "", of: commit).map(\.path) == ["a/y", "x"])
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
      _ = try folder.open().files(under: "", of: id)
    }
    #expect(error?.message == "more than 1000000 files at ''")
  }
}
