import Foundation
import Fuzzing
import TestSupport
import Testing

/// The inputs that fuzzers found worth keeping, tried in each run: what broke once stays mended.
@Suite struct CorpusTests {
  private static let corpus = Project.root.appending(path: "Tests/FuzzingTests/Corpus")

  @Test(arguments: Subject.allCases) func `every input keeps every promise`(
    subject: Subject
  ) throws {
    let folder = Self.corpus.appending(path: subject.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count >= 10, "the corpus of \(subject) is not there")
    for name in names {
      let input = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      #expect(subject.brokenPromises(with: input) == [], "\(subject.rawValue)/\(name)")
    }
  }
}
