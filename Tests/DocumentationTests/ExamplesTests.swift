import TestSupport
import Testing

@Suite struct ExamplesTests {
  @Test(arguments: Document.all(of: Project.root))
  func `examples answer as shown`(document: Document) throws {
    for problem in try document.problems() {
      Issue.record("\(document): \(problem)")
    }
  }
}
