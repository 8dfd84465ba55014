import Foundation
import TestSupport
import Testing

@Suite struct LayoutTests {
  @Test func `the top folder holds what a newcomer needs`() throws {
    let found = try strangers(in: Project.root)
    #expect(found == [])
  }

  @Test func `README.md is read in a few minutes`() throws {
    let readme = Project.root.appending(path: "README.md")
    let lines = try String(contentsOf: readme, encoding: .utf8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(lines.count <= 111)
  }

  @Test func `sources contain no forbidden construct`() throws {
    let found = try violations(in: Project.root)
    #expect(found == [])
  }

  @Test func `a file that does not belong at the top level is found`() throws {
    let project = try TemporaryFolder()
    try project.write("build/\n", to: ".gitignore")
    for path in ["notes.txt", "build/x", "README.md", "Man/habit.1", "Docs/x.md"] {
      try project.write("", to: path)
    }
    #expect(try strangers(in: project.url) == ["Docs", "notes.txt"])
  }

  @Test func `a longer name is not a violation`() throws {
    let project = try TemporaryFolder()
    try project.write("setting(\"core.sharedRepository\")\n", to: "Sources/A/B.swift")
    #expect(try violations(in: project.url) == [])
  }

  @Test(arguments: [
    "let a = try! b()", "let a = b as! C", "World.shared.run()", "let a: B = .shared",
    "final class A: @unchecked Sendable {}",
    "fatalError(\"no\")", "// TODO: more", "// FIXME",
  ]) func `a violation is found`(line: String) throws {
    let project = try TemporaryFolder()
    try project.write("/// Says.\n\(line)\n", to: "Sources/A/B.swift")
    let found = try violations(in: project.url)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Sources/A/B.swift:2: ") == true)
  }

  /// What lies in the top folder and should not; what git ignores a build has made.
  private func strangers(in project: URL) throws -> [String] {
    let ignored = try String(contentsOf: project.appending(path: ".gitignore"), encoding: .utf8)
      .split(separator: "\n").map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
    let known =
      ["Package.swift", "Sources", "Tests", "Examples", "Man", "README.md"]
      + ["LICENSE", "CHANGELOG", "CHANGELOG.md"] + ignored
    return try FileManager.default.contentsOfDirectory(atPath: project.path)
      .filter { !$0.hasPrefix(".") && !known.contains($0) }
      .sorted()
  }

  /// What no source may hold, each with its place.
  private func violations(in project: URL) throws -> [String] {
    let banned = [
      "try!", "as!", ".shared", "@unchecked Sendable", "fatalError(", "TODO", "FIXME",
    ]
    return try SourceFile.all(of: project).flatMap { file in
      file.places(of: banned).map { "\($0.place): \($0.text)" }
    }
  }
}
