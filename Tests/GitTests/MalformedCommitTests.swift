import Git
import TestSupport
import Testing

/// Commits that other programs have written wrongly, and that git reads.
@Suite struct MalformedCommitTests {
  struct Line: CustomTestStringConvertible {
    let text: String
    var name = "unknown"
    var email = ""
    var seconds = 0

    var testDescription: String { text }
  }

  private static let lines = [
    Line(text: "x <x@x 1772355600 +0000", name: "x", email: "x@x 1772355600 +0000"),
    Line(text: "x 1772355600 +0000"), Line(text: "x x@x> 1772355600 +0000", seconds: 1_772_355_600),
    Line(text: "x <x@x> soon +0000", name: "x", email: "x@x"),
    Line(text: "x <x@x> 99999999999999999999999 +0000", name: "x", email: "x@x"),
    Line(text: "x <x@x>", name: "x", email: "x@x"), Line(text: "x <x@x> ", name: "x", email: "x@x"),
    Line(text: "x <x@x> 1772355600", name: "x", email: "x@x", seconds: 1_772_355_600),
    Line(text: "x <x@x>1772355600 +0000", name: "x", email: "x@x", seconds: 1_772_355_600),
    Line(text: "x <x@x> 1772355600 +9999", name: "x", email: "x@x", seconds: 1_772_355_600),
    Line(text: "<x@x> 1772355600 +0000", email: "x@x", seconds: 1_772_355_600),
    Line(text: "x <<x@x>> 1772355600 +0000", name: "x", email: "x@x", seconds: 1_772_355_600),
    Line(text: "x <> 1772355600 +0000", name: "x", seconds: 1_772_355_600), Line(text: ""),
  ]

  /// A folder whose HEAD is a commit with these lines on top of a usual one.
  private func folder(author: String?, committer: String?) throws -> GitFolder {
    let folder = try GitFolder()
    let first = try folder.commit(["a": "1\n"])
    try folder.write("a", "2\n")
    try folder.git("add", "a")
    let lines = [
      "tree \(try folder.git("write-tree"))", "parent \(first.hex)", author.map { "author " + $0 },
      committer.map { "committer " + $0 },
    ].compactMap(\.self)
    let commit = try folder.git(
      "hash-object",
      "-t",
      "commit",
      "-w",
      "--stdin",
      "--literally",
      input: (lines + ["", "m", "", "body"]).joined(separator: "\n") + "\n"
    )
    try folder.git("update-ref", "refs/heads/main", commit)
    return folder
  }

  @Test(arguments: lines) func `what cannot be read of a line is unknown`(line: Line) throws {
    let folder = try folder(author: line.text, committer: line.text)
    let repository = try folder.open()
    let commit = try repository.readCommit(folder.id("HEAD"))
    #expect(commit.author.name == line.name)
    #expect(commit.author.email == line.email)
    #expect(commit.author.seconds == line.seconds)
    #expect(commit.committer == commit.author)
    #expect(commit.subject == "m")
    #expect(commit.body == "body")
    try checkWalks(of: folder)
  }

  @Test func `lines that are missing are unknown`() throws {
    let line = "x <x@x> 1772355600 +0000"
    for lines in [(nil, line), (line, nil), (nil, nil)] as [(String?, String?)] {
      try checkWalks(of: folder(author: lines.0, committer: lines.1))
    }
  }

  /// Commits on both sides of HEAD are found, as git finds them.
  private func checkWalks(of folder: GitFolder) throws {
    let odd = try folder.id("HEAD")
    let next = try folder.commit(["a": "3\n"])
    let repository = try folder.open()
    let first = try folder.id("HEAD~2")
    #expect(try repository.history(of: "a", limit: 9).map(\.id) == [next, odd, first])
    #expect(try repository.commits(of: [next], without: [first]) == [next, odd])
    #expect(try repository.commits(of: [next], without: [odd]) == [next])
    #expect(try repository.mergeBases(next, odd) == [odd])
    #expect(try repository.isAncestor(first, of: next))
    #expect(try !repository.isAncestor(next, of: odd))
    #expect(try repository.distance(from: first, to: next) == (0, 2))
    #expect(try repository.damage(of: next, commits: .max) == [])
    #expect(try folder.git("rev-list", "--count", "HEAD") == "3")
  }

  @Test func `a commit without a tree is none`() throws {
    let folder = try GitFolder()
    for text in ["parent \(String(repeating: "0", count: 40))\n", "", "tree 12\n\nm\n"] {
      let id = try folder.git(
        "hash-object",
        "-t",
        "commit",
        "-w",
        "--stdin",
        "--literally",
        input: text
      )
      let commit = try #require(ObjectID(hex: id))
      #expect(throws: GitError.self) { try folder.open().readCommit(commit) }
    }
  }
}
