import Foundation
import TestSupport

/// A source file of a module, seen as text.
struct SourceFile {
  /// The module, which is the name of its folder.
  let module: String
  /// The path from the project's top folder.
  let path: String
  private let lines: [Substring]

  /// All files of all modules of a project, in the order of their paths.
  static func all(of project: URL) throws -> [SourceFile] {
    let sources = project.appending(path: "Sources")
    return try Project.files(in: sources, extensions: ["swift"]).map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return SourceFile(
        module: String(Project.path(of: file, from: sources).prefix { $0 != "/" }),
        path: Project.path(of: file, from: project),
        lines: text.split(separator: "\n", omittingEmptySubsequences: false)
      )
    }
  }

  /// The modules it imports, each with its place.
  var imports: [(module: String, place: String)] {
    // After attributes and access, `import` may be followed by a kind: `import struct A.B`.
    let statement =
      #/^\s*(?:@\S+\s+|\w+\s+)*import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)/#
    return places { line in
      line.firstMatch(of: statement).map { [String($0.1)] } ?? []
    }
    .map { (module: $0.text, place: $0.place) }
  }

  /// The types it declares for its whole module, or for others.
  var typeNames: [String] {
    let declaration =
      #/^(?:@\w+\s+)*(?:(?:public|internal|final|indirect|package)\s+)*(?:struct|enum|class|protocol|actor|typealias)\s+(\w+)/#
    return lines.compactMap { line in line.firstMatch(of: declaration).map { String($0.1) } }
  }

  /// What it declares at its top level, each with what stands before it.
  var declarations: [String] {
    lines.split { $0 == "}" }.map { $0.joined(separator: "\n") }
  }

  /// What in its text an expression matches.
  func matches(of expression: Regex<Substring>) -> [String] {
    lines.joined(separator: "\n").matches(of: expression).map { String($0.output) }
  }

  /// Where any of the texts stands.
  func places(of texts: [String]) -> [(text: String, place: String)] {
    places { line in texts.filter { line.contains(whole: $0) } }
  }

  private func places(_ find: (Substring) -> [String]) -> [(text: String, place: String)] {
    lines.enumerated().flatMap { index, line in
      find(line).map { (text: $0, place: "\(path):\(index + 1)") }
    }
  }
}

extension Substring {
  /// Whether a text stands here that does not go on as a longer name.
  fileprivate func contains(whole text: String) -> Bool {
    ranges(of: text).contains { found in
      text.last?.isLetter != true || self[found.upperBound...].first?.isLetter != true
    }
  }
}
