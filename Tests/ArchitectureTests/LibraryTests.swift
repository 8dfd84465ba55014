import Foundation
import TestSupport
import Testing

/// HabitModel is a library for other packages: `Examples/board` is one.
@Suite struct LibraryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let example = Project.root.appending(path: "Examples/board")
    for file in ["Package.swift", "Sources/main.swift"] {
      let text = try String(contentsOf: example.appending(path: file), encoding: .utf8)
      try folder.write(text.replacing("\"../..\"", with: "\"\(Project.root.path)\""), to: file)
    }
  }

  /// What a program prints that must succeed; it finds the compiler's cache of other packages.
  @discardableResult
  private func run(_ command: [String]) throws -> String {
    let process = HabitProcess(command, environment: TestRun.environment, in: folder.url)
    let transcript = try process.run()
    try #require(transcript.status == 0, "\(transcript)")
    return transcript.output
  }

  @Test func `a package that depends on HabitModel is resolved`() throws {
    #expect(try run(["swift", "package", "show-dependencies"]).contains("argument-parser"))
    let file = folder.url.appending(path: "Package.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    try folder.write(text.replacing("HabitModel", with: "HabitModels"), to: "Package.swift")
    let command = ["swift", "package", "show-dependencies"]
    let other = try HabitProcess(command, environment: TestRun.environment, in: folder.url).run()
    #expect(other.errors.contains("product 'HabitModels'"), "\(other)")
  }

  @Test func `the example is built from what is public, and prints a day`() throws {
    let objects = ["HabitCore", "HabitFiles", "HabitScore", "HabitMerge"].flatMap { module in
      // Objects of sources that are gone stay in the folder of a build.
      let sources = Project.files(
        in: Project.root.appending(path: "Sources/\(module)"),
        extensions: ["swift"]
      )
      let names = Set(sources.map { $0.lastPathComponent + ".o" })
      return Project.files(in: Build.folder.appending(path: "\(module).build"), extensions: ["o"])
        .filter { names.contains($0.lastPathComponent) }
    }
    let compiler = ["swiftc", "-I", Build.modules.path, "-o", "board", "Sources/main.swift"]
    try run(compiler + objects.map(\.path))
    let family = Project.root.appending(path: "Examples/family").path
    #expect(
      try run(["./board", family, "anna", "2026-02-27"]) == """
        open: Practise cello, 29/30 min, 0 days
        done: Swim, 2 weeks
        level 5, 6050 XP, streak 0 days

        """
    )
  }

  private struct Manifest: Decodable {
    struct Product: Decodable {
      let name: String
      let targets: [String]
    }
    struct Target: Decodable {
      struct Setting: Decodable {
        let kind: [String: Kind]
        struct Kind: Decodable {}
      }
      let name: String
      let settings: [Setting]
    }
    let products: [Product]
    let targets: [Target]
  }

  @Test func `HabitModel has no flag that SwiftPM refuses of a dependency`() throws {
    let options = ["--package-path", Project.root.path, "--scratch-path", ".build"]
    let json = try run(["swift", "package"] + options + ["dump-package"])
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(json.utf8))
    let model = try #require(manifest.products.first { $0.name == "HabitModel" })
    let unsafe = manifest.targets.filter { target in
      target.settings.contains { $0.kind.keys.contains("unsafeFlags") }
    }
    .map(\.name)
    #expect(unsafe.contains("CSystem"))
    #expect(Set(unsafe).isDisjoint(with: model.targets))
  }
}
