import Foundation
import TestSupport
import Testing

/// habit-internals(7) is a map: what it names exists.
@Suite struct InternalsPageTests {
  private func arguments(of macro: String) throws -> [String] {
    let page = Project.root.appending(path: "Man/habit-internals.7")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { line in ["", "Pq ", "It "].contains { line.hasPrefix(".\($0)\(macro) ") } }
      .compactMap { $0.split(separator: " ").first { !$0.hasPrefix(".") && $0 != macro } }
      .map(String.init)
  }

  @Test func `every file and folder of the sources that it names exists`() throws {
    let modules = try FileManager.default.contentsOfDirectory(
      atPath: Project.root.appending(path: "Sources").path
    )
    let paths = try arguments(of: "Pa").compactMap { path -> String? in
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
    let types = try arguments(of: "Vt")
    #expect(types.count > 10)
    for type in types {
      let isDeclared = ["struct", "enum", "final class"].contains {
        sources.contains("\($0) \(type)")
      }
      #expect(isDeclared, "\(type)")
    }
    for function in try arguments(of: "Fn") where !function.hasPrefix("git_") {
      let name = function.split(separator: ".").last ?? ""
      #expect(sources.contains("func \(name)("), "\(function)")
    }
  }

  @Test func `every module is on the map`() throws {
    let page = try String(
      contentsOf: Project.root.appending(path: "Man/habit-internals.7"),
      encoding: .utf8
    )
    let modules = try FileManager.default.contentsOfDirectory(
      atPath: Project.root.appending(path: "Sources").path
    )
    for module in modules where module.first?.isUppercase == true {
      #expect(page.contains(module), "\(module)")
    }
  }
}
