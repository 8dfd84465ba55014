import Testing
import TestSupport

/// Every example of the README and the manual does what it says.
@Suite struct ExamplesTests {
  @Test(arguments: try ["README.md"] + Document.pages().map(\.path))
  func `the examples run as they are printed`(path: String) throws {
    let document = try Document(path)
    if path.hasSuffix(".1") || path.hasSuffix(".5") || path.hasSuffix(".md") {
      #expect(!document.steps.isEmpty, "\(path) has no examples")
    }
    let failure = try document.failure()
    #expect(failure == nil, "\(failure ?? "")")
  }

  @Test(arguments: [
    "$ echo one\ntwo", "$ false\n", "$ echo one\none\ntwo", "$ echo a b c\na ... d",
    "$ true\n[exit 1]",
  ])
  func `an example that is wrong is found`(example: String) throws {
    let document = Document(path: "x.md", text: "```console\n\(example)\n```\n")
    #expect(try document.failure() != nil)
  }

  @Test(arguments: [
    "$ echo one\none", "$ false\n[exit 1]", "$ seq 5\n1\n...\n5", "$ echo a b c\na ... c",
    "$ cd /tmp\n$ pwd\n/tmp", "$ X=3\n$ echo $X\n3",
  ])
  func `an example that is right passes`(example: String) throws {
    let document = Document(path: "x.md", text: "```console\n\(example)\n```\n")
    #expect(try document.failure() == nil)
  }
}
