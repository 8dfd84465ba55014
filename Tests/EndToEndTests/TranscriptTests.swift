import Foundation
import TestSupport
import Testing

/// What every command prints, whole: the files in Sessions.
@Suite(.ownThreads(4)) struct TranscriptTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Sessions")
  private static let names = Project.files(in: folder, extensions: ["session"])
    .map { Project.path(of: $0, from: folder) }

  @Test(arguments: names) func `a session answers as shown`(name: String) throws {
    try expectSession(at: Self.folder.appending(path: name))
  }

  @Test func `no message has the words of the parser of the command line`() throws {
    #expect(Self.names.count > 10)
    for name in Self.names {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("habit: ") {
        for words in ["Usage:", "Please provide", "missing expected", "unexpected argument"] {
          #expect(!line.contains(words), "\(name): \(line)")
        }
      }
    }
  }
}
