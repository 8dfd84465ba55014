import Foundation
import TestSupport
import Testing

/// Sources/README.md is a map: what it names exists.
@Suite struct InternalsPageTests {
  private let map = Project.root.appending(path: "Sources/README.md")

  /// What the map sets as code.
  private func names() throws -> [String] {
    try String(contentsOf: map, encoding: .utf8).matches(of: #/`([^`]+)`/#).map { String($0.1) }
  }

  private func modules() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Project.root.appending(path: "Sources").path
    )
    .filter { $0 != "README.md" }
  }

  @Test func `every file and folder of the sources that it names exists`() throws {
    let modules = try modules()
    let paths = try names().compactMap { path -> String? in
      let first = path.prefix { $0 != "/" }
      if modules.contains(String(first)) { return "Sources/" + path }
      return ["Sources", "Tests", "Man", "Package.swift"].contains(first) ? path : nil
    }
    #expect(paths.count > 15)
    for path in paths {
      let place = Project.root.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: place), "\(path)")
    }
  }

  @Test func `every type and function that it names is declared`() throws {
    let sources = try Project.files(
      in: Project.root.appending(path: "Sources"),
      extensions: ["swift", "h"]
    )
    .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let modules = try modules()
    let types = try names().filter { $0.contains(#/^[A-Z][a-z]\w*$/#) && !modules.contains($0) }
    #expect(types.count > 10)
    for type in types where type != "Man" {
      let isDeclared = ["struct", "enum", "protocol", "final class"].contains {
        sources.contains("\($0) \(type)")
      }
      #expect(isDeclared, "\(type)")
    }
    for function in try names() where function.hasSuffix("()") {
      let name = function.dropLast(2).split(separator: ".").last ?? ""
      #expect(sources.contains("func \(name)("), "\(function)")
    }
  }

  @Test func `every module is on the map`() throws {
    let page = try String(contentsOf: map, encoding: .utf8)
    for module in try modules() where module.first?.isUppercase == true {
      #expect(page.contains(module), "\(module)")
    }
  }
}
