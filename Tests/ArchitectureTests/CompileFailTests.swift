import Foundation
import TestSupport
import Testing

/// Scores are computed from facts, and files are written by documents: the compiler keeps it so.
@Suite struct CompileFailTests {
  static let snippets = Project.files(
    in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snippets"),
    extensions: ["swift"]
  )

  @Test(arguments: snippets) func `a snippet fails as it says`(snippet: URL) throws {
    let (found, expected) = try (errors(in: snippet), expectedErrors(in: snippet))
    #expect(found == expected)
  }

  @Test func `some snippets fail, and one does not`() throws {
    let expected = try Self.snippets.map { try expectedErrors(in: $0) }
    #expect(expected.count { !$0.isEmpty } >= 7)
    #expect(expected.count { $0.isEmpty } == 1)
  }

  @Test func `a mistake in a snippet is not taken for its error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("import HabitScore\n// error: no\nlet xp: XPs? = nil\n", to: "a.swift")
    let snippet = folder.url.appending(path: "a.swift")
    #expect(try errors(in: snippet) == ["line 3: cannot find type 'XPs' in scope"])
    #expect(try expectedErrors(in: snippet) == ["line 3: no"])
  }

  @Test func `modules that are missing are not taken for an error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("import HabitScores\n", to: "a.swift")
    let found = try errors(in: folder.url.appending(path: "a.swift"))
    #expect(found == ["line 1: no such module 'HabitScores'"])
  }

  /// The errors a snippet announces, each on the line before its own.
  private func expectedErrors(in snippet: URL) throws -> [String] {
    let text = try String(contentsOf: snippet, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        line.firstMatch(of: #/^\s*// error: (.*)$/#).map { "line \(index + 2): \($0.1)" }
      }
  }

  /// The errors the compiler finds in a snippet that sees the modules of this build.
  private func errors(in snippet: URL) throws -> [String] {
    let command = [
      "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm",
      "-I", Build.modules.path, snippet.path,
    ]
    let process = HabitProcess(command, environment: TestRun.environment, in: Project.root)
    let transcript = try process.run()
    let errors = transcript.errors.matches(of: #/(?m)^.*\.swift:(\d+):\d+: error: (.*)$/#)
      .map { "line \($0.1): \($0.2)" }
    // A compiler that cannot run, or fails without a place, must not look like success.
    try #require(transcript.status == (errors.isEmpty ? 0 : 1), "\(transcript)")
    return errors
  }
}
