import Git
import Testing

@Suite struct SignatureTests {
  @Test(arguments: [
    ("Ada Lovelace", "Ada Lovelace"), ("  Ada  ", "Ada"), ("A<d>a", "Ada"),
    ("Ada\nparent 0000", "Adaparent 0000"), ("Ada\u{0}B", "AdaB"), ("\n <> ", "unknown"),
    ("Émilie 漢", "Émilie 漢"),
  ]) func `a name cannot break a commit`(text: String, name: String) {
    let signature = Signature(name: text, email: text, seconds: 0, offsetMinutes: 0)
    #expect(signature.name == name)
    #expect(signature.email == (name == "unknown" ? "" : name))
  }

  @Test(arguments: [Int.max, .min, 99_999_999_999_999], [0, 60, -90, .max, .min])
  func `a time that no clock shows becomes one in the years 1 to 9999`(
    seconds: Int,
    minutes: Int
  ) throws {
    let signature = Signature(name: "", email: "", seconds: seconds, offsetMinutes: minutes)
    let local = signature.seconds + signature.offsetMinutes * 60
    #expect((-62_135_596_800...253_402_300_799).contains(local))
    #expect(signature.seconds.signum() == seconds.signum())
  }

  /// libgit2 writes the time as a number without a sign, of 32 bits.
  @Test(arguments: [(-1, "0"), (4_294_967_296, "4294967295"), (253_402_214_399, "4294967295")])
  func `a time that no commit can have becomes the nearest`(seconds: Int, text: String) throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    let who = Signature(name: "A", email: "", seconds: seconds, offsetMinutes: 0)
    let commit = try repository.writeCommit(
      tree: try repository.writeTree(of: nil, setting: [("x", try repository.writeBlob([]))]),
      parents: [],
      author: who,
      committer: who,
      message: "x"
    )
    let raw = try folder.git("cat-file", "commit", commit.hex)
    #expect(raw.contains("author A <> \(text) +0000\n"))
  }

  @Test(arguments: [(90, "+0130"), (-210, "-0330"), (0, "+0000")])
  func `the time and its offset arrive in the commit`(minutes: Int, text: String) throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    let author = Signature(name: "A", email: "", seconds: 1_772_355_600, offsetMinutes: minutes)
    let commit = try repository.writeCommit(
      tree: try repository.writeTree(of: nil, setting: [("x", try repository.writeBlob([]))]),
      parents: [],
      author: author,
      committer: .ada(at: 5),
      message: "x"
    )
    #expect(
      try folder.git("show", "-s", "--format=%ad %ct", "--date=raw", commit.hex)
        == "1772355600 \(text) 5"
    )
    try folder.git("reset", "--quiet", "--hard", commit.hex)
    #expect(try repository.history(of: "", limit: 1).map(\.author) == [author])
    try folder.judge()
  }
}
