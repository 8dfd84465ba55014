import Foundation
import TestSupport
import Testing

/// What modules import that no target of Package.swift is: the doors to the world.
///
/// The modules among themselves are the build's: .ci/build refuses an import that is not declared.
@Suite struct ImportTests {
  /// What reaches outside, and the modules that may import it.
  private static let doors: [String: Set<String>] = [
    "Dispatch": ["HabitFiles", "HabitStore", "Posix"], "Glibc": ["habit-fuzz"],
  ]

  @Test func `modules import what is pure, what is ours, and few doors`() throws {
    let found = try forbiddenImports(of: Project.root)
    #expect(found == [])
  }

  @Test func `every build refuses an import that Package.swift does not declare`() throws {
    for script in ["build", "quick"] {
      let text = try String(
        contentsOf: Project.root.appending(path: ".ci/\(script)"),
        encoding: .utf8
      )
      let builds = text.matches(of: #/(?m)^swift build [^\n]*/#).map(\.output)
      #expect(!builds.isEmpty)
      for build in builds {
        #expect(build.contains(" --explicit-target-dependency-import-check error"), "\(script)")
      }
    }
  }

  @Test func `a score is stored nowhere: HabitScore and HabitFiles do not see each other`() throws {
    let package = try String(
      contentsOf: Project.root.appending(path: "Package.swift"),
      encoding: .utf8
    )
    for declaration in [
      #"module("HabitScore", ["HabitCore"])"#, #"module("HabitFiles", ["HabitCore"])"#,
      #"module("HabitMerge", ["HabitCore", "HabitFiles"])"#,
    ] {
      #expect(package.contains(declaration))
    }
  }

  @Test(arguments: [
    ("HabitCore", "import Foundation"), ("HabitCLI", "import func Glibc.exit"),
    ("HabitStore", "@preconcurrency private import Glibc"),
    ("HabitCore", "  @_spi(X) import FoundationEssentials"), ("HabitSync", "import Dispatch"),
  ]) func `a forbidden import is found`(module: String, line: String) throws {
    let project = try TemporaryFolder()
    try project.write("/// Says.\n\(line)\n", to: "Sources/\(module)/Deep/File.swift")
    let found = try forbiddenImports(of: project.url)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Sources/\(module)/Deep/File.swift:2: \(module) may") == true)
  }

  @Test func `an allowed import is not`() throws {
    let project = try TemporaryFolder()
    try project.write("", to: "Sources/HabitCore/Empty.swift")
    try project.write(
      "public import HabitCore\n// import Foundation\n@_spi(_Unicode) import Swift\n"
        + "internal import Dispatch\n",
      to: "Sources/Posix/File.swift"
    )
    #expect(try forbiddenImports(of: project.url) == [])
  }

  /// The imports of what is neither ours nor pure, as messages.
  private func forbiddenImports(of project: URL) throws -> [String] {
    let ours = try FileManager.default.contentsOfDirectory(
      atPath: project.appending(path: "Sources").path
    )
    let free = Set(ours + ["ArgumentParser", "Fuzzing", "Swift", "Synchronization"])
    return try SourceFile.all(of: project).flatMap { file in
      file.imports
        .filter { !free.contains($0.module) }
        .filter { ImportTests.doors[$0.module]?.contains(file.module) != true }
        .map { "\($0.place): \(file.module) may not import \($0.module)" }
    }
  }
}
