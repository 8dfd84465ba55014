import Foundation
import Git
import TestSupport
import Testing

/// Objects are put together by git.
@Suite struct PackingTests {
  private let folder: GitFolder

  init() throws {
    folder = try GitFolder()
    for number in 0..<80 { try folder.record(["x": "\(number)\n"]) }
    try folder.crowd()
  }

  @Test func `git packs where it is installed, as the user wants it`() throws {
    try folder.git("config", "--unset", "gc.auto")
    let environment = folder.process([]).environment
    // There are fewer than many.
    try folder.open().packWithGit(environment: environment)
    #expect(try folder.counted()[1] == "packs: 0")
    try folder.git("config", "gc.auto", "1")
    var misled = environment
    misled["GIT_DIR"] = "/nowhere"
    try folder.open().packWithGit(environment: misled)
    #expect(try folder.counted()[1] == "packs: 1")
    try folder.judge()
  }

  @Test func `without git objects stay loose, and git is named`() throws {
    let error = #expect(throws: GitError.self) {
      try folder.open().packWithGit(environment: ["PATH": "/nowhere"])
    }
    #expect(error?.kind == .remote(.programMissing("git")))
    #expect(try folder.counted()[1] == "packs: 0")
  }

  @Test func `packing runs no hook`() throws {
    try folder.program(".git/hooks/pre-auto-gc", "touch \(folder.path)/ran; exit 1")
    try folder.open().packWithGit(environment: folder.process([]).environment)
    #expect(!folder.exists("ran"))
    #expect(try folder.counted()[1] == "packs: 1")
  }
}

extension GitFolder {
  /// Writes what makes few loose objects look like many, and calls them many.
  ///
  /// git and we count one folder, 17: the blobs of these texts are in it.
  fileprivate func crowd(by numbers: Int...) throws {
    for number in numbers.isEmpty ? [263, 410, 523] : numbers {
      try git("hash-object", "-w", "--stdin", input: "\(number)\n")
    }
    try git("config", "gc.auto", "1")
  }

  /// What `git count-objects` says: loose objects, packs, what is in packs, and rubbish.
  fileprivate func counted() throws -> [Substring] {
    let lines = try git("count-objects", "-v").split(separator: "\n")
    return ["count", "packs", "in-pack", "garbage"].compactMap { name in
      lines.first { $0.hasPrefix(name + ":") }
    }
  }
}
