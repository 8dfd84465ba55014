import Git
import Testing

@Suite struct GitPathTests {
  /// é as one character of Latin 1, which is not UTF-8; and as two of Unicode.
  private let latin = GitPath(bytes: Array("notes/caf".utf8) + [0xE9])
  private let short = GitPath("notes/caf\u{E9}")
  private let long = GitPath("notes/cafe\u{301}")

  @Test func `paths are equal and ordered by their bytes`() {
    #expect(short.text == long.text)
    #expect(short != long)
    #expect(Set([short, long, latin, "notes/caf\u{E9}"]).count == 3)
    #expect([short, latin, long].sorted() == [long, short, latin])
    #expect("a-b" < GitPath("a/b"))
  }

  @Test func `a path that is not UTF-8 has no text, and is shown as git shows it`() {
    #expect(latin.text == nil)
    #expect(latin.filePath == nil)
    #expect("\(latin)" == #"notes/caf\351"#)
    #expect("\(GitPath(bytes: [0x61, 0x7F, 0x01, 0xE9]))" == #"a\177\001\351"#)
    #expect("\(short)" == "notes/caf\u{E9}")
    #expect(latin.name.description == #"caf\351"#)
  }

  @Test func `a path has names, and folders above it`() {
    #expect(GitPath("a/b/c").names == ["a", "b", "c"])
    #expect(GitPath("a/b/c").foldersAbove == ["a/b", "a"])
    #expect(GitPath.root.names == [])
    #expect(GitPath("a/b").name == "b" && GitPath("a").name == "a" && GitPath("a/").name == .root)
    #expect(GitPath.root.appending("a").appending("b") == "a/b")
    #expect(GitPath("a/b").isUnder("a") && GitPath("a").isUnder("a") && GitPath("a").isUnder(.root))
    #expect(!GitPath("ab/c").isUnder("a") && !GitPath("a").isUnder("a/b"))
  }

  @Test func `a name is at most as long as that of a file`() {
    let name = GitPath("x/" + String(repeating: "\u{E9}", count: 127) + "x")
    #expect(name.filePath != nil)
    #expect(GitPath(bytes: name.bytes + [0x78]).filePath == nil)
    let copy = name.suffixed(".12345678")
    #expect(copy.filePath?.hasSuffix("\u{E9}.12345678") == true)
    #expect(copy.name.bytes.count == 255)
    let other = GitPath("x/" + String(repeating: "\u{E9}", count: 127)).suffixed(".12345678")
    #expect(other.name.bytes.count == 255)
    #expect(GitPath("x/y").suffixed(".1") == "x/y.1")
  }

  @Test func `a name of any bytes is moved to another folder`() {
    let (there, here) = (
      GitPath(bytes: Array("refs/heads/".utf8) + latin.bytes),
      GitPath(bytes: Array("refs/remotes/origin/".utf8) + latin.bytes)
    )
    #expect(there.moved(from: "refs/heads/", to: "refs/remotes/origin/") == here)
    #expect(here.moved(from: "refs/heads/", to: "refs/x/") == nil)
  }
}
