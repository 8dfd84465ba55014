import Foundation
import TestSupport
import Testing

/// What each module may import: the arrows of the architecture, and the doors to the world.
///
/// HabitFiles and HabitScore cannot see each other: that missing arrow is "points are never stored".
private let table: [String: Allowed] = [
  "HabitCore": Allowed([]),
  "HabitScore": Allowed(["HabitCore"]),
  "HabitReport": Allowed(["CManual", "HabitCore", "HabitScore"]),
  "HabitFiles": Allowed(["HabitCore"], system: ["Dispatch"]),
  "HabitMerge": Allowed(["HabitCore", "HabitFiles"]),
  "Posix": Allowed(["CSystem"], system: ["Dispatch"]),
  "Git": Allowed(["CLibgit2", "Posix"]),
  "HabitStore": Allowed(
    ["HabitCore", "HabitFiles", "HabitMerge", "Posix", "Git"],
    system: ["Dispatch"]
  ),
  "HabitSync": Allowed(
    ["HabitCore", "HabitFiles", "HabitMerge", "Posix", "HabitStore", "Git"]
  ),
  "HabitExchange": Allowed(["HabitCore", "HabitFiles"]),
  "HabitApp": Allowed([
    "HabitCore", "HabitScore", "HabitReport", "HabitFiles", "HabitMerge", "HabitExchange",
    "Posix", "HabitStore", "HabitSync",
  ]),
  "HabitWeb": Allowed([
    "CMd", "HabitCore", "HabitScore", "HabitReport", "HabitFiles", "Posix", "HabitApp",
  ]),
  "HabitCLI": Allowed(
    [
      "HabitCore", "HabitScore", "HabitReport", "HabitFiles", "HabitMerge", "HabitExchange",
      "Posix", "HabitStore", "HabitSync", "HabitApp", "HabitWeb",
    ],
    packages: ["ArgumentParser"]
  ),
  "habit": Allowed(["HabitCLI"]),
  "habit-fuzz": Allowed(["Fuzzing"], system: ["Glibc"]),
]

/// What one module may import.
private struct Allowed {
  /// Modules of ours.
  let modules: Set<String>
  /// What Package.swift says: our modules and those of other packages.
  let dependencies: Set<String>
  /// What comes with Swift and reaches outside.
  let system: Set<String>

  init(_ ours: Set<String>, packages: Set<String> = [], system: Set<String> = []) {
    self.modules = ours
    self.dependencies = ours.union(packages)
    self.system = system
  }

  /// Whether the module may be imported; what is pure anyone may.
  func contains(_ module: String) -> Bool {
    dependencies.contains(module) || system.contains(module)
      || ["Swift", "Synchronization"].contains(module)
  }
}

@Suite struct ImportTests {
  @Test func `modules import what the table allows`() throws {
    let found = try forbiddenImports(of: Project.root)
    #expect(found == [])
  }

  @Test func `Package.swift declares what the table allows`() throws {
    let declared = try declaredDependencies(of: Project.root)
    #expect(Set(declared.keys) == Set(table.keys))
    for (module, dependencies) in declared {
      #expect(dependencies == table[module]?.dependencies, "\(module)")
    }
  }

  @Test(arguments: [
    ("HabitFiles", "internal import HabitScore"),
    ("HabitScore", "public import HabitFiles"),
    ("HabitCore", "import Foundation"),
    ("HabitReport", "internal import HabitFiles"),
    ("HabitApp", "internal import ArgumentParser"),
    ("HabitCLI", "internal import Git"),
    ("HabitCLI", "import func Glibc.exit"),
    ("HabitStore", "@preconcurrency private import Glibc"),
    ("HabitCore", "  @_spi(X) import FoundationEssentials"),
    ("New", "import HabitCore"),
  ]) func `a forbidden import is found`(module: String, line: String) throws {
    let project = try TemporaryFolder()
    try project.write("/// Says.\n\(line)\n", to: "Sources/\(module)/Deep/File.swift")
    let found = try forbiddenImports(of: project.url)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Sources/\(module)/Deep/File.swift:2: \(module) may") == true)
  }

  @Test func `an allowed import is not`() throws {
    let project = try TemporaryFolder()
    try project.write(
      "public import HabitCore\n// import Foundation\n@_spi(_Unicode) import Swift\n",
      to: "Sources/HabitScore/File.swift"
    )
    #expect(try forbiddenImports(of: project.url) == [])
  }

  /// The imports that the table does not allow, as messages.
  private func forbiddenImports(of project: URL) throws -> [String] {
    try SourceFile.all(of: project).flatMap { file in
      file.imports
        .filter { table[file.module]?.contains($0.module) != true }
        .map { "\($0.place): \(file.module) may not import \($0.module)" }
    }
  }

  /// What the modules written in Swift depend on, as Package.swift says it.
  private func declaredDependencies(of project: URL) throws -> [String: Set<String>] {
    let text = try String(contentsOf: project.appending(path: "Package.swift"), encoding: .utf8)
      .replacing(#/,\s*package: "[^"]*"/#, with: "")
      .replacing(#/,\s*swiftSettings: strict/#, with: "")
      .replacing(#/,\s*\/\/[^\n]*\s*linkerSettings:[^)]*\)\s*\]/#, with: "")
    let declaration =
      #/(?:module|pure|\.executableTarget)\(\s*(?:name: )?"(?<name>[\w-]+)"(?<rest>[^\[\]]*?(?:\[[^\]]*\])?\s*)\)/#
    return Dictionary(
      uniqueKeysWithValues: text.matches(of: declaration).map { match in
        (String(match.name), Set(match.rest.matches(of: #/"(\w+)"/#).map { String($0.1) }))
      }
    )
  }
}
