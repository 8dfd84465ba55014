import Foundation
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test func `swift format lint prints nothing`() throws {
    let transcript = try lint(["Sources", "Tests", "Package.swift"], in: Project.root)
    #expect(transcript.description == "[exit 0]\n")
  }

  @Test func `the format test detects a badly formatted file`() throws {
    let folder = try TemporaryFolder()
    let rules = try String(
      contentsOf: Project.root.appending(path: ".swift-format"),
      encoding: .utf8
    )
    try folder.write(rules, to: ".swift-format")
    try folder.write("let a = Int(\"1\")!\n", to: "Sources/A.swift")
    let transcript = try lint(["Sources"], in: folder.url)
    #expect(transcript.status == 1)
    #expect(transcript.errors.contains("NeverForceUnwrap"))
  }

  private func lint(_ paths: [String], in folder: URL) throws -> Transcript {
    let command = ["swift", "format", "lint", "--recursive", "--parallel", "--strict"] + paths
    return try HabitProcess(command, environment: TestRun.environment, in: folder).run()
  }
}
