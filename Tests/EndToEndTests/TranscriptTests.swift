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

  @Test func `there are sessions`() {
    #expect(Self.names.count > 2)
  }
}
