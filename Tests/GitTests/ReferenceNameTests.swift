import Git
import TestSupport
import Testing

/// Names of references, as git has them.
@Suite struct ReferenceNameTests {
  @Test(arguments: [
    "refs/heads/main", "refs/heads/a/b", "refs/heads/ümlaut", "refs/x", "refs/heads/a.b",
    "refs/heads/-a",
    "refs/heads/a@b", "refs/heads/@", "refs", "refs/", "refs/heads/", "refs//x", "refs/heads/.a",
    "refs/heads/a..b", "refs/heads/a.lock", "refs/a.lock/b", "refs/heads/a.", "refs/heads/a b",
    "refs/heads/a~1", "refs/heads/a^", "refs/heads/a:b", "refs/heads/a?", "refs/heads/a*",
    "refs/heads/[a", "refs/heads/a\\b", "refs/heads/a@{b", "refs/heads/a\u{1}",
    "refs/heads/a\u{7F}",
    "refs/heads/x\u{600}.lock", "refs/\u{301}x/y", "refs/heads/../x", "refs/heads/a\nb",
  ]) func `a name is one where git says so`(name: String) throws {
    let folder = try GitFolder(isEmpty: true)
    let told = try folder.process(["git", "check-ref-format", name]).run()
    #expect(ReferenceName.isValid(name) == (told.status == 0))
  }

  @Test(arguments: ["HEAD", "main", "heads/main", "/refs/x", "Refs/heads/main", ""])
  func `a partial reference name is invalid`(name: String) {
    #expect(!ReferenceName.isValid(name))
  }
}
