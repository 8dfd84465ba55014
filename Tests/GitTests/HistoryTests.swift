import Git
import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test(arguments: [1_000, 1_001])
  func `the newest thousand versions of a file are shown, and older ones are not missed`(
    count: Int
  ) throws {
    let folder = try GitFolder()
    let commits = (1...count).map { number in
      let text = String(number)
      return "commit refs/heads/main\ncommitter a <a@x> \(number) +0000\ndata 0\n"
        + "M 100644 inline x\ndata \(text.count)\n\(text)\n"
    }
    try folder.git("fast-import", "--quiet", input: commits.joined())
    let repository = try folder.open()
    var versions: [String] = []
    let isWhole = try repository.visitVersions(of: "x") { version in
      versions.append(String(decoding: repository.readable(version.blob) ?? [], as: UTF8.self))
      return true
    }
    #expect(isWhole)
    #expect(versions.count == 1_000 && versions[0] == String(count))
  }

  @Test func `a change says who, when and what`() throws {
    let folder = try GitFolder()
    #expect(try folder.open().history(of: "", limit: 9) == [])
    let first = try folder.record(["a/x": "1\n", "a/y": "1\n", "b": "1\n"], message: "one")
    let second = try folder.record(["b": "2\n"], message: "two")
    let third = try folder.record(["a/y": "2\n"], message: "three\nlines\n\nbody\nof it\n\n")
    let found = try folder.open().history(of: "a", limit: 9)
    #expect(found.map(\.id) == [third, first])
    #expect(found.map(\.subject) == ["three lines", "one"])
    #expect(found.map(\.body) == ["body\nof it", ""])
    #expect(found.map(\.author) == [.ada(at: 1_772_355_600), .ada(at: 1_772_355_600)])
    #expect(try folder.open().history(of: "", limit: 2).map(\.id) == [third, second])
    #expect(try folder.open().history(of: "none", limit: 9) == [])
  }

  @Test func `removing and moving are changes`() throws {
    let folder = try GitFolder()
    try folder.commit(["a/x": "1\n", "a/y": "1\n", "b/x": "1\n"])
    try folder.git("rm", "--quiet", "a/y")
    try folder.commit([:], "removed")
    try folder.git("mv", "a/x", "a/z")
    try folder.commit([:], "moved")
    try folder.shell("git rm -q -r a; echo file > a")
    try folder.commit([:], "a file")
    try folder.shell("chmod +x a")
    try folder.commit([:], "mode")
    let found = try folder.open().history(of: "a", limit: 9)
    #expect(found.map(\.subject) == ["mode", "a file", "moved", "removed", "x"])
  }

  @Test func `a detached head has its history`() throws {
    let folder = try GitFolder()
    let first = try folder.commit(["x": "1\n"])
    try folder.commit(["x": "2\n"])
    try folder.git("checkout", "--quiet", "--detach", first.hex)
    #expect(try folder.open().history(of: "x", limit: 9).map(\.id) == [first])
  }

  @Test func `a shallow clone ends where it begins`() throws {
    let folder = try GitFolder()
    for number in 1...5 { try folder.commit(["x": "\(number)\n"]) }
    try folder.git("clone", "--quiet", "--depth=2", "file://\(folder.path)", "../shallow")
    let found = try folder.sibling("shallow").open().history(of: "x", limit: 9)
    #expect(found.map(\.id) == [try folder.id("HEAD"), try folder.id("HEAD~1")])
  }

  @Test func `a random history is told as git log tells it`() async throws {
    try await sampling(rounds(6)) { generator in
      try compare(with: try GitFolder(), merging: false, &generator)
    }
  }

  @Test func `history with merge commits is listed newest first`() async throws {
    try await sampling(rounds(10)) { generator in
      try compare(with: try GitFolder(), merging: true, &generator)
    }
  }

  private func compare(
    with folder: GitFolder,
    merging: Bool,
    _ generator: inout Generator
  ) throws {
    try grow(folder, merging: merging, &generator)
    for path in ["a", "a/x", "a/x/1", "a/x/2", "b", "b/1", "."] {
      let expected = try folder.git("log", "--format=%H", "--", path)
      let found = try folder.open().history(of: GitPath(path == "." ? "" : path), limit: .max)
      try #require(found.map(\.id.hex).joined(separator: "\n") == expected, "\(path)")
      let three = try folder.open().history(of: GitPath(path == "." ? "" : path), limit: 3)
      #expect(three == Array(found.prefix(3)))
    }
  }

  /// Commits at random: some change a file, some nothing; parents are recent ones.
  private func grow(
    _ folder: GitFolder,
    merging: Bool,
    _ generator: inout Generator
  ) throws {
    let repository = try folder.open()
    var commits: [ObjectID] = []
    var seconds = 1_772_355_600
    for number in 0..<60 {
      var parents = [commits.last].compactMap(\.self)
      if merging, let other = commits.suffix(6).randomElement(using: &generator) {
        if generator.chance(oneIn: 4) { parents = [other] }
        if generator.chance(oneIn: 3), !parents.contains(other) { parents.append(other) }
      }
      // A commit is never older than its parents, but may be of the same second.
      seconds += generator.number(in: 0...2)
      var blobs: [(path: GitPath, blob: ObjectID)] = []
      if generator.chance(oneIn: parents.count == 1 ? 1 : 2) {
        let path = generator.element(of: ["a/x/1", "a/x/2", "a/y", "b/1", "c"])
        let text = "\(generator.number(in: 0...3))\n"
        blobs = [(GitPath(path), try repository.writeBlob(Array(text.utf8)))]
      }
      commits.append(
        try repository.writeCommit(
          tree: try repository.writeTree(of: parents.last, setting: blobs),
          parents: parents,
          author: .ada(at: seconds),
          committer: .ada(at: seconds),
          message: "\(number)"
        )
      )
    }
    try repository.move("refs/heads/main", from: nil, to: commits[commits.count - 1], reflog: "x")
  }
}
